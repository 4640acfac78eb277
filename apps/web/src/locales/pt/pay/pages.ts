export const pages = {
  confirm: {
    title: 'Confirmar pagamento',
    lede: 'Confira o pedido e pague com uma carteira deste navegador ou do seu celular.',
  },
  cashier: {
    title: 'Caixa',
    lede: 'Escolha como pagar. Todas as formas levam ao mesmo endereço com o mesmo valor.',
  },
  step: {
    title: 'Pagar nesta carteira',
    lede: 'Você vai pagar com a carteira deste navegador.',
  },
  order: {
    title: 'Informações do pedido',
    number: 'Número do pedido',
    amount: 'Valor do pagamento',
    amountHint: 'Até o último dígito: é ele que identifica seu pedido na rede.',
    network: 'Rede',
    receiver: 'Destinatário',
    status: 'Status',
    none: 'Nenhum pedido aberto aqui. Comece uma recarga primeiro.',
    start: 'Começar uma recarga',
  },
  ticket: {
    title: 'Abrir este pagamento?',
    text: 'O link abre um único pagamento, uma só vez, e nada mais da sua conta. Continue apenas se foi você quem o pediu.',
    open: 'Abrir pagamento',
    opening: 'Abrindo o pagamento',
    invalid: 'Este link de pagamento já foi usado ou é antigo demais',
    invalidText:
      'Links de pagamento abrem uma vez, em até dez minutos. Volte à página que o mostrou e peça um novo.',
    missing: 'Esta página abre por um link de pagamento',
    missingText: 'Comece uma recarga na página de onde veio e leia o código que ela mostra.',
    lost: 'Este pagamento não pode mais ser mostrado aqui. Se você já pagou, ele será creditado do mesmo jeito.',
  },
  ways: {
    title: 'Escolha uma carteira',
    recommended: 'Recomendado',
    here: 'Carteira deste navegador',
    hereText: 'Uma extensão, ou o aplicativo de carteira em que você está.',
    connect: 'Escolher e conectar',
    quick: 'Pagamento rápido em um app de carteira',
    quickText: 'Abre este pagamento no navegador de uma carteira no seu celular.',
    quickShow: 'Mostrar código e links',
    scan: 'Leia com o celular que tem sua carteira',
    openIn: 'Ou abra neste celular em',
    codeEnds: 'Vale uma vez, por {{minutes}} minutos.',
    another: 'Novo código',
    untested:
      'O app precisa estar instalado. Se nada abrir, copie o link e cole no navegador da sua carteira.',
    copyLink: 'Copiar link',
    transfer: 'Enviar você mesmo',
    transferText: 'Valor exato e endereço para copiar, ou um código para ler.',
    transferShow: 'Mostrar valor e endereço',
  },
  done: {
    sent: 'Pagamento enviado',
    sentText:
      'A rede está processando. Você recebe o crédito quando a rede o considerar final; pode sair desta página.',
  },
};
