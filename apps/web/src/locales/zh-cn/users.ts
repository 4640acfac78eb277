export const users = {
  title: '个人资料',
  lede: '查看个人资料，管理密码与登录安全。',
  profile: {
    title: '基本信息',
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
    lede: '修改后，所有设备都会退出登录，需使用新密码重新登录。',
    old: '当前密码',
    submit: '修改密码',
    unchanged: '新密码不能与当前密码相同',
    done: '密码已修改，请使用新密码登录。',
  },
};
