export const securityEvents = {
  title: '安全事件',
  lede: '保留 90 天。同一用户从同一 IP 地址重复发生的事件按小时合并计数；一小时内失败或被拒绝的次数过多会触发告警。',
  field: {
    at: '首次时间',
    last: '末次时间',
    kind: '事件',
    username: '用户',
    address: 'IP 地址',
    call: 'API 接口',
    count: '次数',
  },
  kind: {
    signIn: '登录成功',
    signInRefused: '登录失败',
    adminCallRefused: '后台调用被拒绝',
    unknownToken: '未知会话令牌',
  },
  unknownUser: '未知',
  manyAddresses: '多个地址',
};
