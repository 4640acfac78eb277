export const chains = {
  title: 'Redes',
  readTo: 'Lida até',
  head: 'Bloco mais recente',
  final: 'Último bloco finalizado',
  lag: 'Blocos de atraso',
  haltedHint:
    'Os nós contradizem um bloco já finalizado. Descubra qual deles está errado antes de retomar a leitura.',
  resume: {
    title: 'Retomar a leitura',
    lede: 'A leitura recomeça no último bloco em que os nós concordam com a loja. Nenhum bloco é pulado e nada é creditado duas vezes. O que foi creditado e não está mais na rede pode ser estornado depois.',
    submit: 'Retomar leitura',
    done: 'Leitura retomada a partir do bloco {{block}}. Depósitos acima dele, a conferir na rede: {{deposits}}',
  },
  aside: {
    title: 'Quarentena',
    lede: 'Registros do nosso token que citam uma das nossas carteiras e violam uma regra. Nunca são creditados.',
    one: 'Registro em quarentena',
    field: {
      reason: 'Problema',
      tx_hash: 'Transação',
      place: 'Bloco e posição',
      type: 'Rede',
      state: 'Status',
      time: 'Data e hora',
    },
    state: {
      open: 'A analisar',
      reviewed: 'Analisado',
      harmless: 'Inofensivo',
    },
    review: 'Analisado por {{name}} em {{at}}',
    ask: 'Conclusão da análise',
    hint: 'Confira a transação em um explorador de sua confiança e em cada um dos seus nós.',
    submit: 'Salvar nota',
    done: 'Nota salva',
  },
};
