export const users = {
  title: '个人信息',
  lede: '您在本店的账户。',
  profile: {
    title: '账户',
    username: '用户名',
    email: '邮箱',
    balance: '余额',
    since: '注册时间',
    status: '状态',
    active: '正常',
    frozen: '已冻结',
    closed: '已注销',
  },
  password: {
    title: '修改密码',
    lede: '修改后所有设备都会退出登录，请使用新密码重新登录。',
    old: '当前密码',
    submit: '修改密码',
    unchanged: '新密码不能与当前密码相同',
    done: '密码已修改，请使用新密码登录。',
  },
};
