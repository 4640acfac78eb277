import type { FindingTexts } from './findings.ts';

export const findings: FindingTexts = {
  sentence: '{{text}}',

  nodeUnreachable: 'O nó {{node}} está inacessível ({{method}}: {{answer}}).',
  nodeLimited: 'O nó {{node}} limita a frequência das chamadas ({{method}}: {{answer}}).',
  nodeRefused: 'O nó {{node}} recusou uma chamada ({{method}}: {{answer}}).',
  nodeWrong: 'O nó {{node}} retornou uma resposta inválida ({{method}}: {{answer}}).',
  nodeTimedOut: 'O nó {{node}} não respondeu a tempo ({{method}}).',
  nodeSlow: 'O nó {{node}} é mais lento que os outros.',
  nodeOtherChain: 'O nó {{node}} está na rede {{found}}, e não na {{expected}}.',
  nodeFinalAboveHead:
    'O nó {{node}} informa o bloco {{final}} como finalizado, mas seu último bloco é o {{head}}.',
  nodeBehind: 'O nó {{node}} está atrasado: finalizado até {{final}}, já lido até {{read}}.',
  nodeWithoutBlock: 'O nó {{node}} não tem o bloco {{block}}.',
  nodeOtherBlock: 'O nó {{node}} tem um bloco {{block}} diferente do finalizado que foi lido.',
  nodeDissents: 'O nó {{node}} difere dos outros nos blocos finalizados {{from}} a {{to}}.',

  nodesTooFew: 'Nós necessários: {{needed}}. Nós configurados: {{set}}.',
  nodesDisagreeOnBlock:
    'Os nós {{nodes}} divergem quanto ao bloco {{block}} (blocos finalizados {{from}} a {{to}}).',
  nodesDisagreeOnTransfers:
    'Os nós {{nodes}} divergem quanto às transferências nos blocos finalizados {{from}} a {{to}}.',
  startUnknown: 'Poucos nós concordam quanto ao bloco finalizado inicial.',
  blacklistUnknown: 'Poucos nós concordam quanto às carteiras bloqueadas pela Tether.',
  scannerStopped: 'A leitura não está em execução.',
  addressesLate: 'Os endereços de todos os compradores só foram lidos até {{until}}.',
  olderBlocksFirst: 'Os blocos mais antigos são lidos primeiro.',
  rangeTooLarge: 'Os blocos mais novos têm transações demais para uma única leitura.',
  blocksNotFinal: 'Blocos ainda não finalizados: {{count}}.',

  logZero: 'O valor é zero.',
  logOwn: 'Enviado por uma carteira da própria loja.',
  logFailed: 'A transação falhou.',
  logTopics: 'O registro da transferência não tem exatamente três tópicos.',
  logAddress: 'O registro da transferência contém um endereço inválido.',
  logAmount: 'O valor não tem 32 bytes.',
  logTooLarge: 'O valor é grande demais para ser plausível.',
  logRecordedOtherwise: 'Já registrado, mas estornado ou rejeitado depois, ou com outros dados.',
  logToCheckout: '{{amount}} USDT enviados de {{from}} ao contrato de pagamento.',
  logReceiptUnread:
    'O recibo da transação é grande demais para ser lido. Transferências à loja nela: {{amount}} USDT.',
  logsQuarantined: 'Em quarentena: {{count}}. A mais recente:',
  paymentsToCheckout: 'Pagamentos: {{count}}. O mais recente:',

  depositDust: 'O valor é inferior a 0,000001 USDT.',
  depositBeforeOwned: 'Pago antes de a carteira pertencer à loja.',
  senderBlocked: 'Carteira bloqueada: {{note}}',
  senderSanctioned: 'Carteira sancionada: {{note}}',
  senderBlacklisted: 'A Tether bloqueou o remetente.',

  sealMissing: 'Falta o selo dos endereços.',
  sealUnreadable: 'Não é possível abrir o selo dos endereços.',
  sealOfOther: 'O selo pertence a outra rede: {{network}}.',
  sealOlder:
    'Um selo antigo foi restaurado: versão {{version}}; o registro de auditoria tem a versão {{audited}}.',
  sealBroken: 'Carteira encontrada: {{found}}. Carteira aprovada: {{approved}}.',
  rechargesRedirected:
    'Recargas em aberto com endereços que não são seus: {{count}}. A mais antiga: {{order}}, {{found}}. Os compradores não veem esses endereços.',
  rechargesForged:
    'Recargas: {{count}}. A mais antiga: {{order}}. Os pagamentos a elas aguardam a sua decisão.',
  proposalForged: 'Proposta {{number}} ({{on}}). Ela não entra em vigor.',
  assetForged: 'Arquivo das páginas: {{name}}. Foi excluído.',
  addressesProposed: 'Proposto por {{who}}.',
  walletReplaced: 'Carteira: {{before}} → {{after}}.',
  contractReplaced: 'Contrato do USDT: {{before}} → {{after}}.',
  checkoutReplaced: 'Contrato de pagamento: {{before}} → {{after}}.',
  factoryReplaced: 'Contrato de endereços: {{before}} → {{after}}.',
  addressesApplied:
    'Em vigor desde {{at}}. Se ninguém da sua equipe fez esta alteração, defina o endereço novamente.',
  looksLike: 'Parecido com {{address}}, que é da loja, mas é outro endereço.',
  balancesProposed: 'Proposto por {{who}}: {{file}}, usuários: {{users}}, saldos: {{total}} USDT.',
  balancesImported: '{{file}}: usuários: {{users}}, saldos: {{total}} USDT. Aprovado em {{at}}.',

  adminStatusProposed: '{{who}} propôs bloquear ou desbloquear {{about}}.',
  adminSessionsProposed: '{{who}} propôs encerrar todas as sessões de {{about}}.',
  adminTwoFactorProposed: '{{who}} propôs redefinir a verificação em duas etapas de {{about}}.',
  adminRoleProposed: '{{who}} propôs alterar a função de {{about}}.',
  adminPermissionsProposed: '{{who}} propôs alterar as permissões da função {{about}}.',
  approvalPending: 'Aguardando aprovação.',
  effectPending: 'Entra em vigor em {{at}}.',
  anyAdminMayReject: 'Qualquer administrador pode rejeitar.',
  ownerRecovered: 'Proprietário: {{user}}, {{at}}.',
  refusedSignIns: 'Logins com falha ({{who}}): {{count}} ou mais.',
  refusedAdminCalls: 'Chamadas negadas à administração ({{who}}): {{count}} ou mais.',
  unknownTokens: 'Chamadas com token desconhecido ({{who}}): {{count}} ou mais.',

  wallet: 'Carteira {{address}}.',
  walletBlocked: 'A Tether bloqueou esta carteira.',
  walletUnknown: 'Poucos nós concordam quanto ao estado desta carteira.',
  walletNotRead: 'Nenhum nó informou o saldo desde {{since}}.',
  addressesMissing: 'Faltam em endereços de compradores: {{amount}} USDT. Endereços: {{count}}.',
  addressesFrozen:
    'Bloqueados pela Tether em endereços de compradores: {{amount}} USDT. Endereços: {{count}}.',
  tokenDecimals: 'Casas decimais do token: {{found}} em vez de {{expected}}.',
  tokenReplaced: 'O USDT mudou para outro contrato.',
  tokenPaused: 'O USDT está pausado.',
  tokenTakesFee: 'O USDT agora cobra uma taxa por transferência.',
  booksDiffer: 'Depósitos: {{deposits}} USDT. Livro-razão: {{ledger}} USDT.',
  depositsLost: 'Depósitos que não estão mais na rede: {{count}}. Estorne-os ou rejeite-os.',
  lessThanOwed: 'Na rede: {{onChain}} USDT. Devido: {{owed}} USDT.',
  balancesDiffer: 'IDs de usuários: {{users}}.',
  ledgerCheckFails: 'Desde {{since}}: {{problem}}',
  standbysHidden:
    'O usuário {{user}} do banco de dados não pode ver se as réplicas são síncronas. Execute: grant pg_monitor to "{{user}}"',
  commitsWaitForNone:
    'synchronous_commit = {{setting}}: as gravações não esperam pelas réplicas. Defina como on ou remote_apply.',
  standbysAsync: 'Réplicas assíncronas: {{standbys}}. Inclua todas em synchronous_standby_names.',
  stockLow: '{{product}}: restam {{left}}.',
  imagesUsedUp: 'Limite: {{limit}} MB por dia. Os compradores poderão enviar imagens novamente amanhã (UTC).',
  usersShareAddress:
    'Dos últimos {{all}} usuários que entraram, {{users}} parecem vir de {{address}}. Se for um proxy, inclua-o em TRUSTED_PROXIES e faça-o repassar X-Forwarded-For; portside doctor ajuda.',
  telegramFails: 'Desde {{since}}: {{problem}}',
  mailsHeld: 'E-mails na fila desde {{since}}: {{count}}. Resposta do servidor de e-mail: {{answer}}',
  sanctionsMissing: 'A lista nunca foi importada.',
  sanctionsUpdated: 'Última atualização: {{at}}.',
  sanctionsNotRead: 'A última tentativa de obter a lista falhou: {{problem}}',
};
