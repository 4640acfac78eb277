/** The question before a change that needs a new code. */
export const freshCode = {
  title: '请验证身份',
  text: '此操作需要输入身份验证器中的最新验证码。',
  confirm: '确认',
};
