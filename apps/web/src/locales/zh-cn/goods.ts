export const goods = {
  title: '购买账号',
  lede: '真实库存,阶梯定价,即时发货。',
};
