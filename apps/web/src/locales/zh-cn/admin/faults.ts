export const faults = {
  missing: '请填写此项。',
  short: '至少 {{limit}} 个字符。',
  long: '最多 {{limit}} 个字符。',
  few: '请至少选择或填写 {{limit}} 项。',
  many: '最多 {{limit}} 项。',
  small: '不能小于 {{limit}}。',
  large: '不能大于 {{limit}}。',
  twice: '每项只能出现一次。',
  wrong: '商店不接受此内容。',
};
