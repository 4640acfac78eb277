/** The form for a new password. */
export const reset = {
  code: '验证码',
  sendCode: '发送验证码',
  sendAgain: '{{seconds}} 秒后重新发送',
  emailFirst: '请先输入邮箱',
  lede: '我们会向您的邮箱发送 6 位验证码，10 分钟内有效。',
  submit: '设置新密码',
  back: '返回登录',
  codeSent: '如果该邮箱已注册，您将收到验证码。',
  done: '密码已修改，请使用新密码登录。',
};
