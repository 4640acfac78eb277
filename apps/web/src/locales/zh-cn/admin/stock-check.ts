/** What is said of a file that was checked before its import. */
export const check = {
  questions: '请确认',
  suggested: '建议',
  certain: '已自动处理',
  lines_other: '{{number}} 行',
  refused: '这些行不会导入。',
  samples: '前几行',
  leftOut: '不销售的列',
  line: '行',
  progress: '检查文件',
  reading: '正在检查整个文件：{{bytes}} / {{of}}。尚未上架任何账号。',
  cancel: '取消',
  summary: '共 {{lines}} 行：可导入 {{sellable}} 个账号，{{others}} 行不导入。',
  later: '库存中已有的账号会在导入时识别。每行最多 {{limit}} 个字符。',
  left_other: '还有 {{number}} 个问题待确认',
  unreadable: '文件已被修改、移动或删除，请重新选择。尚未导入任何内容。',
};

export const finding = {
  duplicate: { title: '文件内重复', text: '每个账号只导入一次。' },
  tooLong: { title: '超过 {{limit}} 个字符', text: '内容不会被截断。' },
  control: { title: '含控制字符', text: '会损坏买家下载的文件。' },
  notUtf8: { title: '字符已损坏', text: '这些字符在文件中已丢失，请让供应商重新提供这些行。' },
  separator: { title: '值中含分隔符', text: '买家将无法判断该值在哪里结束。' },
  column: { title: '缺少字段', text: '商品的每一列都必须有值。' },
  quote: { title: '引号未闭合', text: '其后的行照常读取。' },
  heading: { title: '账号之间的表头', text: '合并的文件会重复出现表头。' },
  sum: { title: '合计行', text: '看起来是列表的合计，而不是账号。' },
  ornament: { title: '分隔线、备注或广告', text: '看起来不是账号。' },
  openValue: { title: '内容不完整', text: '括号打开后没有闭合：其余内容在其他行，或已被截断。' },
  guard: {
    title: '表格软件的保护符号',
    text: '表格软件会写成 ="001" 或 ’+7，以保留前导零和符号。这种形式的密码无法使用。',
  },
  surplus: { title: '值多于列', text: '这些行的值比商品的列多。' },
  rowWidth: { title: '值的数量不同', text: '可能某个值含有未加引号的分隔符，或缺少某个值。' },
  firstHeading: { title: '表头', text: '首行为列名，不会销售。' },
  headingOrAccount: { title: '首行是表头吗？', text: '它与其他行都不同。' },
  sepLine: { title: '分隔符声明', text: '首行指定了列分隔符，已按其读取，不会销售。' },
  mark: { title: '字节顺序标记（BOM）', text: '合并文件时残留在行首，已去除。' },
  invisible: {
    title: '不可见字符',
    text: '常随聊天软件或网页中复制的文字带入。误含这种字符的密码无法使用。',
  },
  blanks: { title: '值前后有空格', text: '部分值的前后有空格或制表符。整行内容仍原样销售。' },
  lineBreak: {
    title: '值中含换行',
    text: '请将列表保存为每个账号一行。',
  },
  joined: {
    title: '跨多行的 JSON',
    text: '这些值已合并为一行，作为 JSON 内容不变。',
  },
  mapping: {
    title: '列的顺序不同',
    text: '表头中的列顺序与商品不同，或缺少商品的某一列。请在下方检查各列的对应关系。',
  },
  leftOut: { title: '不销售的列', text: '买家不会收到这些列。' },
  mostlyUnfit: { title: '大多数行不是完整的账号', text: '读取方式很可能不对，请先在下方检查。' },
  ownExport: { title: '此文件由本店导出', text: '其中的账号可能已经导入过。' },
};

export const answer = {
  refuse: '不导入这些行',
  sell: '是账号，原样销售',
  sellGuard: '原样销售',
  mend: '去掉保护符号后销售',
  last: '属于最后一列',
  further: '作为额外的值',
  drop: '不使用',
  keep: '保留',
  dropInvisible: '去除',
  keepInvisible: '保留：属于账号内容',
  dropBlanks: '不属于值',
  keepBlanks: '属于值',
  heading: '是表头，不销售',
  account: '是账号，销售',
  goOn: '读取方式正确，继续',
  goOnExport: '仍要导入',
};

/** What is said of a file in another encoding. */
export const encoding = {
  title: '此文件不是 UTF-8 编码',
  looksLike: '看起来是 {{encoding}}。请选择能让所有文字正确显示的编码。',
  unknown: '请选择能让所有文字正确显示的编码。',
  label: '编码',
  hint: '整个文件都必须符合所选编码，否则会再次询问。',
  preview: '文件内容预览',
  go: '按此编码继续',
};
