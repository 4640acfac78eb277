export const home = {
  title: 'Contas no atacado, com entrega na hora.',
  lede: 'Estoque em tempo real, preço por volume e entrega na hora. Pague em USDT com a sua carteira.',
  browse: 'Ver contas',
  topUp: 'Recarregar com USDT',
  welcome: 'Boas-vindas',
  welcomeBack: 'Olá, {{name}}',
  figures: {
    online: 'Online agora',
    sold: 'Vendidas hoje',
    note: 'Pedidos reais, na hora em que são feitos.',
    sandboxNote: 'Pedidos deste sandbox, com clientes demo.',
  },
  board: {
    title: 'Últimos pedidos',
    order: 'Pedido',
    time: 'Hora',
    empty: 'Nenhum pedido ainda. Os novos pedidos aparecem aqui ao vivo.',
    live: 'Ao vivo',
  },
  products: {
    best: 'Mais vendidos dos últimos 7 dias',
    featured: 'Produtos',
    back: 'De volta ao estoque',
    soldWeek_one: '{{sold}} vendida em 7 dias',
    soldWeek_many: '{{sold}} vendidas em 7 dias',
    soldWeek_other: '{{sold}} vendidas em 7 dias',
    title: 'Em estoque',
    lede: 'Atualizado em tempo real.',
    all: 'Ver todos os produtos',
    from: 'a partir de {{price}} USDT',
    count_one: '{{count}} produto',
    count_many: '{{count}} produtos',
    count_other: '{{count}} produtos',
    inStock: '{{stock}} em estoque',
    soldOut: 'Esgotado',
    empty: 'Sem estoque no momento. Volte em breve.',
  },
  steps: {
    title: 'Como funciona',
    topUp: {
      title: 'Recarregue com USDT',
      text: 'Envie USDT para o endereço mostrado. Creditamos o valor recebido após a confirmação da rede.',
    },
    choose: {
      title: 'Escolha um produto',
      text: 'Veja o estoque em tempo real e defina a quantidade e o gênero. Quanto mais você compra, menor o preço.',
    },
    receive: {
      title: 'Receba na hora',
      text_one:
        'Veja as contas na página, baixe em TXT ou CSV ou confira seu e-mail. Os dados são excluídos após {{days}}\u00a0dia.',
      text_many:
        'Veja as contas na página, baixe em TXT ou CSV ou confira seu e-mail. Os dados são excluídos após {{days}}\u00a0dias.',
      text_other:
        'Veja as contas na página, baixe em TXT ou CSV ou confira seu e-mail. Os dados são excluídos após {{days}}\u00a0dias.',
    },
  },
};
