import type { Guides } from '../documents.ts';

export const guides: Guides = {
  howToBuy: {
    title: 'Como comprar',
    lede: 'De um saldo vazio a uma lista de contas, em quatro passos.',
    sections: [
      {
        heading: '1. Cadastre-se',
        paragraphs: [
          'Escolha um nome de usuário, informe seu e-mail e defina uma senha. O código de convite de um agente pode ser informado aqui; ele fica guardado para sempre e não pode ser trocado depois.',
        ],
      },
      {
        heading: '2. Recarregue',
        paragraphs: [
          'Os pedidos são pagos com o saldo. Recarregue primeiro em USDT; a página avisa assim que o pagamento for definitivo na rede.',
        ],
      },
      {
        heading: '3. Escolha e peça',
        paragraphs: [
          'Filtre por tipo ou busque pelo nome. Cada produto mostra o estoque, também por gênero, o preço para cada quantidade, o menor e o maior pedido, o formato de uma linha e a garantia.',
          'Na janela do pedido você define a quantidade, o gênero quando importa e o e-mail de entrega. O total é o que sai do saldo; se o preço mudou nesse meio-tempo, o pedido é recusado e nada é cobrado.',
        ],
      },
      {
        heading: '4. Receba',
        paragraphs: [
          'As contas aparecem na hora no histórico de compras e também seguem por e-mail. Copie um campo, uma linha ou tudo, ou salve em TXT ou CSV. Cada linha é exatamente como o vendedor a inseriu.',
          'Depois do prazo mostrado no histórico, os dados das contas são apagados para sempre. Salve antes disso.',
        ],
      },
    ],
  },
  topUp: {
    title: 'Como recarregar',
    lede: 'USDT na TRON (TRC20) ou na Ethereum (ERC20), de qualquer carteira.',
    sections: [
      {
        heading: 'O valor exato importa',
        paragraphs: [
          'Você escolhe um valor, e a loja acrescenta uma fração mínima, menor que um centavo. É por esse valor exato que seu pagamento é reconhecido, e a fração também é creditada. Envie precisamente o que a página mostra, na rede que ela indica.',
          'Algumas corretoras descontam a taxa do valor ou arredondam. Um pagamento assim não se perde: reivindique-o na página de recarga com o hash da transação e uma assinatura da carteira que enviou, ou fale com o suporte.',
        ],
      },
      {
        heading: 'Três formas de pagar',
        paragraphs: [
          'Com uma carteira neste navegador: conecte-a e confirme uma transferência, ou autorize o valor exato e pague pelo contrato de pagamento.',
          'Com uma carteira no celular: leia o código e envie o valor exato, ou abra a página de pagamento dentro da carteira.',
          'Com o pagamento rápido: a página abre no navegador do aplicativo da sua carteira e continua dali.',
        ],
      },
      {
        heading: 'Quando é creditado',
        paragraphs: [
          'Quando a rede o considera definitivo: cerca de um minuto na TRON, cerca de um quarto de hora na Ethereum. A página mostra cada etapa. Um pagamento atrasado também vale; nenhum pagamento expira porque a loja estava ocupada.',
        ],
      },
      {
        heading: 'O que é pedido à sua carteira',
        paragraphs: [
          'Nunca uma autorização ilimitada, nunca uma permissão assinada, nunca suas chaves. No modo seguro a autorização é exatamente o valor deste pagamento e se esgota com ele. A página mostra o que está autorizado, a qual contrato, e revoga com um clique.',
          'Antes de confirmar, compare o endereço na carteira com o da página por inteiro, e não só as pontas.',
        ],
      },
    ],
  },
  support: {
    title: 'Como obter ajuda',
    lede: 'Escreva ao suporte na própria loja; uma pessoa responde.',
    sections: [
      {
        heading: 'Atendimento',
        paragraphs: [
          'Abra o atendimento e escreva, com imagens se ajudarem. A resposta aparece ali e o menu mostra que ela chegou. Se um agente trouxe você, o contato dele no Telegram fica ao lado; caso contrário, o da loja.',
        ],
      },
      {
        heading: 'O que ter em mãos',
        paragraphs: [
          'Para um pedido: o número dele. Para uma recarga: o número dela e o hash da transação. Nunca envie senhas nem as palavras de recuperação de uma carteira; ninguém aqui as pede.',
        ],
      },
      {
        heading: 'Sua conta está à venda aqui?',
        paragraphs: [
          'Use o formulário de denúncia. Não é preciso entrar. Assim que ficar claro que o item é seu, ele é retirado na hora.',
        ],
      },
    ],
  },
  refunds: {
    title: 'Garantia e reembolsos',
    lede: 'O que acontece quando uma conta não funciona.',
    sections: [
      {
        heading: 'Por quanto tempo',
        paragraphs: [
          'Cada produto mostra a garantia em horas. Ela começa na venda e nunca dura mais do que os dados das contas são guardados.',
        ],
      },
      {
        heading: 'Como reclamar',
        paragraphs: [
          'Abra o pedido, marque as contas que não funcionam e diga o que acontece ao entrar. A reclamação e o desfecho ficam no pedido, onde você pode acompanhá-los.',
        ],
      },
      {
        heading: 'O que você recebe',
        paragraphs: [
          'Uma substituição do mesmo tipo vinda do estoque, ou o preço do item de volta ao saldo, em parte ou por inteiro. Uma conta vendida uma vez nunca é vendida de novo, nem depois de um reembolso.',
          'Fora da garantia: contas alteradas ou perdidas após a entrega e uso contrário aos termos de serviço.',
        ],
      },
    ],
  },
};
