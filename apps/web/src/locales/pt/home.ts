export const home = {
  title: 'Contas no atacado, direto do cais.',
  lede: 'Caixas de e-mail, contas de jogos, armazenamento em nuvem: estoque contado, preços por faixa, entrega assim que você paga. Recarga em USDT, assinada só por você.',
  browse: 'Ver contas',
  topUp: 'Recarregar com USDT',
  welcome: 'Boas-vindas a bordo',
  welcomeBack: 'Olá, {{name}}',
  figures: {
    online: 'Online agora',
    sold: 'Vendidas hoje',
    note: 'Contado, nunca inventado. Números de pedido mascarados, no seu fuso horário.',
  },
  board: {
    title: 'Últimas partidas',
    order: 'Pedido',
    time: 'Hora',
    ago: 'Saiu',
    empty: 'Nenhuma partida ainda. O próximo pedido aparece aqui sozinho.',
    live: 'Ao vivo',
  },
  shelf: {
    title: 'No porto agora',
    lede: 'Tudo nesta prateleira é estoque contado.',
    all: 'Ver tudo',
    from: 'desde {{price}} USDT',
    products_one: '{{count}} produto',
    products_many: '{{count}} produtos',
    products_other: '{{count}} produtos',
    inStock: '{{stock}} em estoque',
    soldOut: 'Esgotado',
    empty: 'O cais está vazio no momento. O novo estoque é descarregado aqui.',
  },
  steps: {
    title: 'Três passos, sem burocracia',
    topUp: {
      title: 'Recarregue com USDT',
      text: 'Envie o valor exato pela TRON ou Ethereum. A rede confirma e creditamos o que chegou.',
    },
    choose: {
      title: 'Escolha seu lote',
      text: 'Filtre por tipo, veja o estoque real, defina quantidade e gênero. O preço cai a cada faixa.',
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
