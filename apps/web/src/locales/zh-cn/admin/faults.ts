export const faults = {
  missing: '请填写此项',
  short: '至少 {{limit}} 个字符',
  long: '最多 {{limit}} 个字符',
  few: '至少选择或填写 {{limit}} 项',
  many: '最多 {{limit}} 项',
  small: '不能小于 {{limit}}',
  large: '不能大于 {{limit}}',
  twice: '不能重复',
  wrong: '内容无效',
};
