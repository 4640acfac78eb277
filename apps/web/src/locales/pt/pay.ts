const wallet = {
  looking: 'Procurando carteiras',
  none: 'Instale a carteira primeiro',
  noneText:
    'Este navegador não tem carteira para {{network}}. Instale uma extensão e recarregue a página, ou pague por um app de carteira no celular.',
  choose: 'Conectar {{name}}',
  connecting: 'Confirme a conexão na sua carteira',
  connected: 'Conectada',
  address: 'Endereço da carteira',
  balance: 'Saldo em USDT',
  coin: 'Saldo para taxas',
  disconnect: 'Usar outra carteira',
  wrongNetwork: 'A carteira está em outra rede',
  wrongNetworkText: 'Esta recarga é paga na {{network}}. Troque a rede na carteira para continuar.',
  switch: 'Trocar de rede',
  switching: 'Confirme a troca de rede na sua carteira',
  ways: 'Duas formas de pagar',
  recommended: 'Recomendado',
  fee: 'Taxa de rede: cerca de {{fee}}',
  feeUnknown: 'Taxa de rede indisponível',
  signatures_one: '{{count}} confirmação na carteira',
  signatures_many: '{{count}} confirmações na carteira',
  signatures_other: '{{count}} confirmações na carteira',
  transfer: {
    title: 'Transferência',
    text: 'A carteira envia exatamente {{amount}} USDT à loja. Sem autorização de tokens.',
    action: 'Pagar por transferência',
  },
  checkout: {
    title: 'Autorizar e pagar',
    text: 'A carteira autoriza um valor para o contrato de pagamento e paga por ele. A transação já identifica sua recarga.',
    action: 'Autorizar e pagar',
    pay: 'Pagar com a autorização atual',
    together: 'Sua carteira faz as duas etapas em uma só confirmação.',
    off: 'Indisponível para este valor ou esta rede: pague por transferência.',
  },
  mode: {
    label: 'Valor da autorização',
    safe: 'Modo seguro',
    safeText: 'Somente este pagamento. Depois dele, a autorização volta a zero.',
    whitelist: 'Modo de carteira permitida',
    whitelistText:
      'Sua carteira está na lista desta loja: autorize um valor maior agora, e os próximos pagamentos pedirão uma confirmação a menos.',
    amount: 'Autorização em USDT',
    amountHint: 'De {{minimum}} a {{maximum}} USDT',
    invalid: 'Informe um valor de {{minimum}} a {{maximum}} USDT',
  },
  allowed: {
    what: 'Autorização',
    whatText: 'Até {{amount}} USDT, após a confirmação',
    whom: 'Contrato autorizado',
    whomText:
      'O contrato de pagamento. Ele não tem dono e só retira fundos em uma transação assinada por você, sempre para a carteira da loja.',
    checked: 'Antes de pedir sua confirmação, comparamos o código do contrato byte a byte com o publicado.',
    revoke: 'Como revogar',
    revokeText: 'Use o botão aqui ou qualquer ferramenta de autorizações de tokens: defina o valor como 0.',
    now: 'Autorização atual',
    revokeAction: 'Revogar',
    revoking: 'Confirme a revogação na sua carteira',
  },
  remote: {
    reaching: 'Conectando ao servidor do WalletConnect',
    scan: 'Escaneie com o app da sua carteira',
    cancel: 'Cancelar',
    hint: 'O código vale só para esta conexão. A loja verá seu endereço e pedirá somente este pagamento.',
  },
  state: {
    authorizing: 'Autorização solicitada: confirme na sua carteira',
    allowing: 'Autorização enviada: aguardando a rede',
    authorized: 'Autorização confirmada',
    paying: 'Pagamento solicitado: confirme na sua carteira',
    processing: 'Processando o pagamento',
    paid: 'Pagamento concluído',
    label: 'Andamento na carteira',
  },
  step: {
    connect: 'Conectar',
    authorize: 'Autorizar',
    pay: 'Pagar',
    done: 'Pronto',
  },
  problem: {
    notInstalled: 'O app de carteira não está instalado',
    notConnected: 'Conecte a carteira primeiro',
    connectFailed: 'Não foi possível conectar a carteira',
    relayUnreachable:
      'Não foi possível acessar o servidor do WalletConnect. Nada foi pago. Tente novamente ou escolha outra forma de pagar.',
    addressMissing: 'O endereço da carteira está vazio ou não foi obtido',
    rejected: 'Você recusou a solicitação na carteira. Nada foi pago.',
    authorizationRejected: 'Você recusou a autorização na carteira. Nada foi pago.',
    busy: 'Sua carteira tem outra solicitação aberta. Responda a ela e tente novamente.',
    timeout:
      'A carteira não respondeu a tempo. Se você confirmar por lá, o pagamento será válido: verifique antes de pagar novamente.',
    replaced:
      'A transação foi cancelada ou substituída na sua carteira; nada foi pago por ela. Você pode pagar de novo.',
    tooLate: 'Demorou demais e nada foi pago. Comece de novo.',
    unconfirmed:
      'A rede ainda não incluiu a transação. Ela vale quando for incluída: não pague de novo, a menos que a cancele na carteira.',
    authorizationTimeout: 'Tempo de autorização esgotado. Verifique sua carteira e tente novamente.',
    wrongNetwork: 'A carteira está em outra rede',
    balanceFailed: 'Não foi possível consultar o saldo. Tente novamente.',
    insufficientUsdt: 'Saldo de USDT insuficiente',
    insufficientCoin: 'Saldo de {{coin}} insuficiente para a taxa de rede',
    allowanceCheckFailed: 'Falha ao verificar a autorização. Atualize a página e tente novamente.',
    allowanceTooLarge:
      'A carteira autorizou um valor maior que o solicitado ou que o limite. Revogue a autorização ou, se for isso que você quer, pague com ela.',
    wrongAddress:
      'Este endereço não corresponde ao código publicado do contrato. Nada foi solicitado à sua carteira. Não pague para ele e avise o suporte.',
    wrongCheckout:
      'O contrato no endereço de pagamento não é o publicado. Nada foi solicitado à sua carteira. Pague por transferência e avise o suporte.',
    contractFailed: 'Falha na interação com o contrato. Nada foi pago.',
    changedByWallet: 'A carteira alterou a transação e, por isso, ela não foi enviada',
    walletChanged: 'A carteira mudou para outro endereço. Confira e comece novamente.',
    paymentFailed: 'Falha no pagamento. Tente novamente.',
  },
};

const pages = {
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

/** Top-ups to a buyer's own address. */
const own = {
  pay: {
    amount: 'Valor',
    anyAmount: 'Se chegar outro valor, por causa de uma taxa, por exemplo, creditamos o valor recebido.',
    warning: 'Envie somente USDT na {{network}}. Creditamos o que chegar, já sem a taxa da corretora.',
    ended:
      'Nenhum pagamento foi detectado no prazo. Se você já enviou, ele ainda será creditado: seu endereço não expira.',
    cancelled: 'Se você já pagou, o valor ainda será creditado: seu endereço não expira.',
    thanks: 'Estamos verificando seu pagamento.',
  },
};

/** A buyer's own address has changed. */
const changed = {
  title: 'Seu endereço na rede {{network}} mudou',
  text: 'A partir de agora, use só o novo e substitua o antigo onde você o salvou. O que ainda chegar no antigo será creditado.',
  again:
    'Ele voltou a ser um que você já teve. A partir de agora, use só este e atualize-o onde você o salvou. O que ainda chegar no outro será creditado.',
  noneTitle: 'Pare de usar seu endereço na rede {{network}}',
  none: 'Ele não é mais usado: apague-o onde você o salvou. O que ainda chegar nele será creditado. A partir de agora, pague como esta página mostrar em cada recarga.',
  old: 'Endereço antigo',
  new: 'Novo endereço',
  show: 'Ver novo endereço',
  pay: 'Ver como pagar',
  dismiss: 'Entendi',
};

/** Texts of the payment pages, loaded with them. */
export const catalogue = { changed, own, pages, wallet };
