export const audit = {
  title: '审计日志',
  lede: '操作员做的每一次更改都记录在此，并以哈希相连，任何篡改都会暴露。',
  field: {
    at: '时间',
    username: '操作人',
    action: '操作',
    subject: '对象',
    address: '来源地址',
    request: '请求',
    hash: '哈希',
  },
  change: {
    name: '项目',
    before: '之前',
    after: '之后',
  },
  verify: '验证哈希链',
  intact: '全部 {{entries}} 条记录均与写入时一致。最后的哈希以 {{hash}} 开头。',
  broken: '哈希链在第 {{entry}} 条记录处断开。',
};
