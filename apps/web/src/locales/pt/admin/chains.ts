export const chains = {
  title: 'Redes',
  readTo: 'Lida até',
  head: 'Bloco mais novo',
  final: 'Bloco definitivo mais novo',
  lag: 'Blocos atrás',
  haltedHint:
    'Os nós contradizem um bloco que era definitivo. Descubra qual deles está errado antes de reler qualquer coisa.',
  resume: {
    title: 'Continuar a leitura',
    lede: 'A rede é relida a partir do último bloco em que os nós concordam com a loja. Nenhum bloco é pulado e nada é creditado duas vezes. O que foi creditado e já não está na rede pode ser revertido depois.',
    submit: 'Continuar a leitura',
    done: 'Relida a partir do bloco {{block}}. Depósitos acima dele, a comparar com a rede: {{count}}',
  },
  aside: {
    title: 'Postos de lado',
    lede: 'Registros do nosso token que citam uma das nossas carteiras e violam uma regra. Nada disso é creditado.',
    one: 'Posto de lado',
    field: {
      reason: 'O que está errado',
      tx_hash: 'Transação',
      place: 'Bloco, posição',
      type: 'Rede',
      state: 'Situação',
      time: 'Hora',
    },
    state: {
      open: 'A verificar',
      reviewed: 'Verificado',
      harmless: 'Inofensivo',
    },
    review: 'Verificado por {{name}}, {{at}}',
    ask: 'Do que se trata?',
    hint: 'Compare a transação em um explorador de sua escolha e com cada um dos seus nós.',
    submit: 'Registrar',
    done: 'Registrado',
  },
};
