export const profile = {
  title: '基本信息',
  username: '用户名',
  email: '邮箱',
  balance: '余额',
  since: '注册时间',
  status: '状态',
  password: {
    title: '修改密码',
    lede: '修改后，所有设备都会退出登录，需使用新密码重新登录。',
    submit: '修改密码',
    unchanged: '新密码不能与当前密码相同',
    done: '密码已修改，请使用新密码登录。',
  },
};
