export const app = {
  title: 'Use {{name}} como aplicativo',
  lede: 'Abre na tela inicial e mostra os produtos mesmo sem conexão.',
  install: 'Instalar',
  shareMenu: 'No Safari, toque em Compartilhar e depois em “Adicionar à Tela de Início”.',
};
