export const reports = {
  title: '这里出售的是您的账号吗？',
  lede: '无需登录即可告诉我们。一旦确认属于您，我们会立即将其下架。',
  email: '您的邮箱',
  emailHint: '回复会发送到此邮箱，不会向他人公开。',
  subject: '哪个账号',
  subjectHint: '所属服务及账号名称，例如邮箱或登录名',
  explanation: '发生了什么，以及如何确认账号属于您',
  explanationHint: '例如：您何时开始使用，何时失去访问权限。',
  noSecrets: '请勿发送密码或身份证件。如需更多信息，我们会询问。',
  send: '提交举报',
  rule: {
    email: '请输入有效的邮箱',
    subject: '请说明涉及哪个账号',
    explanation: '请用一两句话说明',
  },
  sent: {
    title: '谢谢，我们会核查',
    text: '每份举报都由专人处理。无论结果如何，我们都会通过邮件回复。',
  },
};
