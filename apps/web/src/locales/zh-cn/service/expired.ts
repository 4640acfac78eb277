/** The dialog of a session that has ended. */
export const expired = {
  title: '登录已过期',
  text: '您的登录状态已失效，请重新登录。',
  confirm: '确定',
  cancel: '稍后再说',
};
