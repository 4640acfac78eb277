export const audit = {
  title: 'Registro de auditoria',
  lede: 'Cada mudança feita por um operador, encadeada de modo que nenhuma possa ser alterada sem que se veja.',
  field: {
    at: 'Quando',
    username: 'Quem',
    action: 'O quê',
    subject: 'Em quê',
    address: 'De onde',
    request: 'Requisição',
    hash: 'Hash',
  },
  change: {
    name: 'Dado',
    before: 'Antes',
    after: 'Depois',
  },
  verify: 'Verificar a cadeia',
  intact: 'Todas as {{entries}} entradas estão como foram escritas. O último hash começa com {{hash}}.',
  broken: 'A cadeia se rompe na entrada {{entry}}.',
};
