import type { Documents, Guides } from '../documents.ts';

export const documents: Documents = {
  terms: {
    title: 'Termos de serviço',
    lede: 'O que você pode esperar desta loja e o que ela espera de você.',
    sections: [
      {
        heading: 'O que vendemos',
        paragraphs: [
          'A loja vende, no atacado, dados de acesso a serviços online. A página de cada produto descreve o tipo, o formato de entrega, os preços por volume e a garantia. Só vendemos o que o vendedor tem o direito de vender.',
        ],
      },
      {
        heading: 'O que não vendemos',
        paragraphs: [
          'São proibidas contas de bancos, de serviços de pagamento e de órgãos públicos, e contas vinculadas à identidade de uma pessoa. Não são vendidas nem aceitas aqui.',
          'É proibido estoque obtido sem o consentimento do dono ou que o vendedor não tenha o direito de vender. Quem encontrar uma conta assim pode denunciá-la, e ela deixa de ser vendida na hora.',
        ],
      },
      {
        heading: 'O que você não pode fazer',
        paragraphs: [
          'O uso ilícito é proibido: fraude, spam, invasão de contas alheias, violação de sanções ou qualquer outro ato que a lei do lugar onde você vive não permita. Você também deve seguir as regras do serviço a que a conta pertence.',
          'Podemos bloquear seu perfil se você descumprir estes termos. Seus pedidos e seu saldo continuam registrados enquanto analisamos o caso.',
        ],
      },
      {
        heading: 'Saldo e recargas',
        paragraphs: [
          'Você recarrega com USDT nas redes indicadas na página de recarga. Creditamos o valor recebido e confirmado na rede, mesmo que seja diferente do valor solicitado. As taxas de rede são pagas por você.',
          'A loja nunca pede suas chaves privadas nem uma autorização ilimitada. Seu dinheiro só é movimentado com a sua assinatura.',
        ],
      },
      {
        heading: 'Pedidos e entrega',
        paragraphs: [
          'O pedido é pago com o seu saldo e entregue na hora: na página e por e-mail. Uma conta já vendida nunca é vendida de novo.',
          'Os dados das contas são excluídos definitivamente alguns dias após a venda; o histórico de compras mostra quando. Salve o que precisar antes disso.',
        ],
      },
      {
        heading: 'Garantia e reembolsos',
        paragraphs: [
          'Se uma conta não funcionar na entrega e você avisar dentro da garantia do produto, nós a substituímos ou reembolsamos o preço no seu saldo.',
        ],
      },
    ],
  },
  privacy: {
    title: 'Política de privacidade',
    lede: 'O que guardamos, por quê e por quanto tempo.',
    sections: [
      {
        heading: 'O que guardamos',
        paragraphs: [
          'Seu nome de usuário, seu e-mail, um hash irreversível da sua senha, seus pedidos, suas recargas com os endereços de carteira que são públicos na rede e o que você escreve ao suporte.',
          'Registramos logins e alterações no seu perfil para detectar abusos.',
          'Se você vincular o Telegram, guardamos a conversa e seu nome lá até você desvincular. Seus avisos passam então pelo Telegram, sem contas nem códigos.',
        ],
      },
      {
        heading: 'Para que usamos',
        paragraphs: [
          'Para entregar pedidos, creditar recargas, responder a você e cumprir obrigações legais. Não vendemos esses dados nem os usamos em publicidade. Não há scripts de terceiros nestas páginas.',
        ],
      },
      {
        heading: 'No seu navegador',
        paragraphs: [
          'Sua sessão, o idioma, o tema e o código de um agente ficam no armazenamento local. Um número aleatório conta seu navegador uma vez entre os visitantes online; ele não identifica ninguém. Ao sair, tudo isso é excluído.',
        ],
      },
      {
        heading: 'Por quanto tempo',
        paragraphs: [
          'Os dados das contas que você comprou são guardados com criptografia e excluídos definitivamente alguns dias após a venda. Pedidos e lançamentos contábeis são mantidos pelo tempo que a lei exige.',
        ],
      },
      {
        heading: 'Seus direitos',
        paragraphs: [
          'Peça ao suporte uma cópia dos seus dados, uma correção ou o encerramento do seu perfil. Mantemos apenas o que a lei manda guardar.',
        ],
      },
    ],
  },
};

export const guides: Guides = {
  howToBuy: {
    title: 'Como comprar',
    lede: 'Do cadastro à entrega das contas, em quatro passos.',
    sections: [
      {
        heading: '1. Cadastre-se',
        paragraphs: [
          'Escolha um nome de usuário, informe seu e-mail e defina uma senha. Se você tem o código de indicação de um agente, digite-o aqui: ele não pode ser alterado depois.',
        ],
      },
      {
        heading: '2. Recarregue',
        paragraphs: [
          'Os pedidos são pagos com o seu saldo. Primeiro, recarregue em USDT; a página avisa assim que o pagamento for confirmado na rede.',
        ],
      },
      {
        heading: '3. Escolha e faça o pedido',
        paragraphs: [
          'Filtre por tipo ou busque pelo nome. Cada produto mostra o estoque em tempo real, também por gênero, o preço por volume, as quantidades mínima e máxima, o formato de entrega e a garantia.',
          'Ao fazer o pedido, você define a quantidade, o gênero, se for importante para você, e o e-mail de entrega. O total sai do seu saldo. Se o preço mudar antes da confirmação, o pedido não é feito e nada é cobrado.',
        ],
      },
      {
        heading: '4. Receba as contas',
        paragraphs: [
          'As contas aparecem na hora no histórico de compras e também são enviadas por e-mail. Copie um campo, uma linha ou tudo, ou baixe em TXT, CSV ou XLSX. Cada linha do TXT é exatamente como o vendedor a cadastrou.',
          'Depois do prazo mostrado no histórico, os dados das contas são excluídos definitivamente. Salve-os antes disso.',
        ],
      },
    ],
  },
  topUp: {
    title: 'Como recarregar',
    lede: 'USDT na rede que você escolher, de qualquer carteira.',
    sections: [
      {
        heading: 'Envie para o endereço mostrado',
        paragraphs: [
          'Se a página mostrar “Seu endereço”, ele é só seu: envie qualquer valor a partir do mínimo, de qualquer carteira ou corretora. Ele não expira.',
          'Nas outras redes, você escolhe um valor, e a loja acrescenta uma pequena fração, menor que um centavo. É pelo valor exato que reconhecemos seu pagamento, e a fração também é creditada. Envie exatamente o que a página mostra, na rede indicada.',
          'Algumas corretoras descontam a taxa do valor enviado ou o arredondam. Esse pagamento não se perde: na página de recarga, solicite o crédito com o hash da transação e uma assinatura da carteira que enviou o pagamento, ou fale com o suporte.',
        ],
      },
      {
        heading: 'Três formas de pagar',
        paragraphs: [
          'Carteira do navegador: conecte-a e confirme uma transferência, ou autorize o valor exato e pague pelo contrato de pagamento.',
          'Carteira no celular: escaneie o código e envie o pagamento, ou abra a página de pagamento dentro da carteira.',
          'Pagamento rápido: a página abre no navegador do app da sua carteira, e você continua por lá.',
        ],
      },
      {
        heading: 'Quando o valor é creditado',
        paragraphs: [
          'Assim que a rede confirma o pagamento. A página mostra cada etapa.',
          '{{creditTimes}}.',
          'O que chega ao seu endereço é creditado a qualquer momento. Nas outras redes, um pagamento enviado após o fim do prazo ainda é creditado por 24 horas; se chegar depois disso, fale com o suporte.',
        ],
      },
      {
        heading: 'O que pedimos à sua carteira',
        paragraphs: [
          'Nunca pedimos uma autorização ilimitada, uma assinatura permit nem suas chaves. No modo seguro, você autoriza exatamente o valor deste pagamento, e a autorização se esgota com ele. A página mostra o valor autorizado e o contrato, e você revoga com um clique.',
          'Antes de confirmar, compare o endereço na carteira com o da página por inteiro, e não só o começo e o fim.',
        ],
      },
    ],
  },
  support: {
    title: 'Como obter ajuda',
    lede: 'Escreva para o suporte na própria loja: uma pessoa responde.',
    sections: [
      {
        heading: 'Suporte',
        paragraphs: [
          'Abra o suporte e escreva sua mensagem; você pode anexar imagens. A resposta aparece ali, e o menu avisa quando ela chega. Se um agente indicou a loja a você, o contato dele no Telegram aparece ao lado; caso contrário, o da loja.',
        ],
      },
      {
        heading: 'O que ter em mãos',
        paragraphs: [
          'Para um pedido: o número dele. Para uma recarga: o número dela e o hash da transação. Nunca envie senhas nem a frase de recuperação da carteira: não pedimos esses dados.',
        ],
      },
      {
        heading: 'Sua conta está à venda aqui?',
        paragraphs: [
          'Envie um pedido de remoção pelo formulário. Você não precisa entrar. Assim que confirmarmos que a conta é sua, ela deixa de ser vendida na hora.',
        ],
      },
    ],
  },
  refunds: {
    title: 'Garantia e reembolsos',
    lede: 'O que fazer quando uma conta não funciona.',
    sections: [
      {
        heading: 'Por quanto tempo',
        paragraphs: [
          'Cada produto mostra a garantia em horas. Ela começa na venda e termina, no máximo, quando os dados das contas são excluídos.',
        ],
      },
      {
        heading: 'Como solicitar',
        paragraphs: [
          'Abra o pedido, selecione as contas que não funcionam e conte o que acontece ao entrar. A solicitação e o resultado ficam no pedido, onde você pode acompanhá-los.',
          'Uma pessoa verifica cada solicitação e responde em até {{answerHours}} h.',
        ],
      },
      {
        heading: 'O que você recebe',
        paragraphs: [
          'Uma substituição do mesmo tipo, vinda do estoque, ou o reembolso de parte ou de todo o preço da conta no seu saldo. Uma conta já vendida nunca é vendida de novo, nem depois de um reembolso.',
          'A garantia não cobre contas alteradas ou perdidas após a entrega nem o uso contrário aos termos de serviço.',
        ],
      },
    ],
  },
};
