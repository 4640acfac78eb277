/** Installing the shop as an app. */
export const app = {
  title: 'Use {{name}} as an app',
  lede: 'Opens from your home screen and shows products even offline.',
  install: 'Install',
  shareMenu: 'In Safari, tap Share, then “Add to Home Screen”.',
};
