export const users = {
  title: '个人资料',
  lede: '查看个人资料，管理密码与登录安全。',
  status: {
    active: '正常',
    frozen: '已冻结',
    closed: '已注销',
  },
  password: {
    old: '当前密码',
  },
};
