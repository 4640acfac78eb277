import type { Documents } from '../documents.ts';

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
