import { action, noun } from './audit-actions.ts';
import { fact } from './audit-facts.ts';

export const audit = {
  title: 'Registro de auditoria',
  lede: 'Todas as alterações feitas por operadores. As entradas são encadeadas por hash: qualquer modificação posterior é detectada.',
  field: {
    at: 'Data e hora',
    username: 'Usuário',
    action: 'Ação',
    subject: 'Alvo',
    address: 'Endereço IP',
    request: 'ID da requisição',
    hash: 'Hash',
    entry: 'Entrada',
    code: 'Código da ação',
  },
  filter: {
    subject: 'Alvo, ex.: user:42',
  },
  job: 'Sistema ({{name}})',
  yes: 'sim',
  no: 'não',
  changed: 'Alterações',
  saysAfter: 'Detalhes',
  wasBefore: 'Valores anteriores',
  nothingChanged: 'Nenhum dado registrado mudou.',
  kept_one: '{{count}} dado sem alteração',
  kept_many: '{{count}} dados sem alteração',
  kept_other: '{{count}} dados sem alteração',
  evidence: 'Evidências',
  verify: 'Verificar registro',
  verifying: 'Entradas verificadas: {{verified}} de {{entries}}',
  intactTitle: 'Registro verificado',
  intact: 'Nenhuma entrada foi alterada. Entradas verificadas: {{entries}}.',
  brokenTitle: 'O registro foi alterado',
  broken:
    'A entrada {{entry}} foi alterada ou não é a continuação da anterior. As entradas antes dela estão íntegras. Antes de qualquer coisa, guarde uma cópia do banco de dados.',
  head: 'Hash da última entrada',
  compare: {
    title: 'Comparar com um hash recebido por e-mail',
    lede: 'Cole a linha com o número e o hash de um dos e-mails diários.',
    label: 'Número da entrada e hash',
    wrong: 'Informe um número e um hash de 64 caracteres (0-9, a-f)',
    submit: 'Comparar',
    same: 'A entrada {{entry}} não foi alterada.',
    changed:
      'O hash da entrada {{entry}} agora é outro: o registro foi alterado. Faça uma cópia do banco de dados antes de qualquer outra coisa.',
    missing:
      'O registro não tem a entrada {{entry}}: entradas foram removidas. Faça uma cópia do banco de dados antes de qualquer outra coisa.',
  },
  headHint: 'Guarde-o fora da loja: com ele, é possível provar depois que nenhuma entrada foi removida.',
  noun,
  action,
  fact,
};
