export const chains = {
  title: 'Redes',
  readTo: 'Lido até o bloco',
  head: 'Bloco mais recente',
  final: 'Último bloco finalizado',
  lag: 'Blocos de atraso',
  disagreeingHint:
    'Os nós informam dados diferentes. A leitura é retomada automaticamente assim que dois deles concordarem; nenhum depósito se perde.',
  nodesHint: 'Estes nós estão com problemas. Os outros bastam para continuar.',
  haltedHint:
    'Os nós contradizem um bloco já finalizado. Descubra qual deles está errado antes de retomar a leitura.',
  lost_one:
    '{{count}} depósito não foi mais encontrado desde que os nós divergiram sobre o bloco dele. Todos os endereços próprios dos compradores são relidos em até uma hora; o que ainda estiver na lista não está mais na rede.',
  lost_many:
    '{{count}} depósitos não foram mais encontrados desde que os nós divergiram sobre os blocos deles. Todos os endereços próprios dos compradores são relidos em até uma hora; o que ainda estiver na lista não está mais na rede.',
  lost_other:
    '{{count}} depósitos não foram mais encontrados desde que os nós divergiram sobre os blocos deles. Todos os endereços próprios dos compradores são relidos em até uma hora; o que ainda estiver na lista não está mais na rede.',
  lostList: 'Ver depósitos',
  resume: {
    title: 'Retomar a leitura',
    lede: 'A leitura recomeça no último bloco em que os nós concordam com a loja. Nenhum bloco é pulado e nada é creditado duas vezes. Depósitos creditados que não estão mais na rede podem ser estornados depois.',
    submit: 'Retomar leitura',
    done: 'Leitura retomada a partir do bloco {{block}}. Depósitos acima dele, a conferir na rede: {{deposits}}',
  },
  aside: {
    title: 'Quarentena',
    lede: 'Registros de transferência que citam uma das nossas carteiras, mas violam uma regra. Eles nunca são creditados.',
    one: 'Transferência em quarentena',
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
      reviewed: 'Analisada',
      harmless: 'Inofensiva',
    },
    review: 'Analisada por {{name}} em {{at}}',
    ask: 'Conclusão da análise',
    hint: 'Confira a transação em um explorador de sua confiança e em cada um dos seus nós.',
    submit: 'Salvar nota',
    done: 'Nota salva',
  },
};
