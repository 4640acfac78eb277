export const pages = {
  confirm: {
    title: 'Confirmar pagamento',
    lede: 'Confira os dados e pague com uma carteira do navegador ou do celular.',
  },
  cashier: {
    title: 'Formas de pagamento',
    lede: 'Escolha como pagar. O endereço e o valor são os mesmos em todas as opções.',
  },
  step: {
    title: 'Pagar com esta carteira',
    lede: 'O pagamento é feito com a carteira deste navegador.',
  },
  order: {
    title: 'Dados da recarga',
    amount: 'Valor a pagar',
    amountHint: 'Exato até o último dígito: é assim que identificamos seu pagamento.',
    network: 'Rede',
    receiver: 'Destinatário',
    tooLate:
      'Não encontramos o pagamento dentro do prazo para atrasos. Se ele chegou depois, solicite o crédito na página de recarga, em “Seu pagamento não apareceu?”.',
    none: 'Nenhuma recarga em aberto. Inicie uma recarga primeiro.',
    start: 'Iniciar recarga',
  },
  ticket: {
    title: 'Abrir este pagamento?',
    text: 'O link abre somente este pagamento, uma única vez, e não dá acesso ao seu perfil. Continue apenas se foi você quem o gerou.',
    open: 'Abrir pagamento',
    opening: 'Abrindo o pagamento',
    invalid: 'Este link de pagamento já foi usado ou expirou',
    invalidText:
      'Só o link mais recente funciona, uma única vez e em até 10 minutos. Volte à página que o mostrou e gere um novo.',
    ended: 'Esta recarga não pode mais ser paga',
    endedText:
      'Ela foi cancelada ou o prazo de pagamento terminou. Inicie outra na página de onde você veio.',
    missing: 'Abra esta página por um link de pagamento',
    missingText: 'Inicie uma recarga na página de onde você veio e escaneie o código exibido.',
    lost: 'Este pagamento não pode mais ser exibido aqui. Se você já pagou, o valor será creditado normalmente.',
  },
  ways: {
    title: 'Escolha uma carteira',
    recommended: 'Recomendado',
    here: 'Carteira do navegador',
    hereText: 'Uma extensão ou o navegador do app de carteira.',
    connect: 'Escolher e conectar',
    quick: 'Pagamento rápido em um app de carteira',
    quickText: 'Abre este pagamento no navegador da carteira no seu celular.',
    quickShow: 'Mostrar código e links',
    quickChoose: 'Escolher um app de carteira',
    scan: 'Escaneie com o celular em que está sua carteira',
    openIn: 'Ou abra neste celular com',
    openHere: 'Abra neste celular com',
    codeEnds: 'Vale para um único uso, por {{minutes}} min.',
    another: 'Gerar novo código',
    untested: 'O app precisa estar instalado. Se nada abrir, copie o link e cole no navegador da carteira.',
    copyLink: 'Copiar link',
    transfer: 'Enviar manualmente',
    transferText: 'Copie o valor e o endereço, ou escaneie um código.',
    transferShow: 'Mostrar valor e endereço',
  },
  done: {
    receipt: 'Recibo em {{format}}',
    sent: 'Pagamento enviado',
    sentText:
      'A rede está processando o pagamento. O valor será creditado após a confirmação. Você já pode sair desta página.',
  },
};
