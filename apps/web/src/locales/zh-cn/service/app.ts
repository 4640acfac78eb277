export const app = {
  title: '将 {{name}} 安装为应用',
  lede: '可从主屏幕直接打开，断网时也能查看商品。',
  install: '安装',
  shareMenu: '在 Safari 中点按“共享”，然后选择“添加到主屏幕”。',
};
