export const reports = {
  title: '这里出售的是您的账号吗？',
  lede: '提交下架请求，无需登录。确认账号属于您后，我们会立即将其下架。',
  email: '您的邮箱',
  emailHint: '我们会回复到此邮箱，不会公开。',
  subject: '涉及的账号',
  subjectHint: '所属服务及账号名称，例如邮箱或登录名',
  explanation: '发生了什么？如何证明账号属于您？',
  explanationHint: '例如：您何时开始使用，何时失去访问权限。',
  noSecrets: '请勿发送密码或身份证件。如需补充材料，我们会联系您。',
  send: '提交下架请求',
  rule: {
    email: '请输入有效的邮箱',
    subject: '请填写涉及的账号',
    explanation: '请用一两句话说明',
  },
  sent: {
    title: '下架请求已提交',
    text: '每个请求都由专人审核。无论结果如何，我们都会通过邮件回复您。',
  },
};
