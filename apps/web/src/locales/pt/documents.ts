import type { Documents } from '../documents.ts';

export const documents: Documents = {
  terms: {
    title: 'Termos de serviço',
    lede: 'O que você pode esperar desta loja e o que ela espera de você.',
    sections: [
      {
        heading: 'O que se vende aqui',
        paragraphs: [
          'A loja vende em lotes dados de acesso a serviços online. Cada lote é descrito na sua página: tipo, formato dos dados, faixas de preço, garantia. Nada é vendido que o vendedor não tenha o direito de vender.',
        ],
      },
      {
        heading: 'O que é proibido vender',
        paragraphs: [
          'Contas de bancos, serviços de pagamento e órgãos públicos, e contas vinculadas à identidade de uma pessoa, são tipos proibidos. Não são vendidas nem aceitas aqui.',
          'É proibido estoque obtido sem o consentimento do dono ou que o vendedor não tenha o direito de vender. Quem encontrar um item assim pode denunciá-lo, e ele é retirado na hora.',
        ],
      },
      {
        heading: 'O que você não pode fazer',
        paragraphs: [
          'O uso ilícito é proibido: fraude, spam, tomada de contas alheias, evasão de sanções ou qualquer coisa que a lei de onde você vive não permita. Você respeita as regras do serviço a que a conta pertence.',
          'Uma conta usada contra estes termos pode ser congelada. Seus pedidos e seu saldo ficam registrados enquanto o caso é analisado.',
        ],
      },
      {
        heading: 'Saldo e recargas',
        paragraphs: [
          'Você recarrega com USDT nas redes indicadas na página de recarga. O que chega à rede e é final ali é creditado, seja qual for o valor anunciado. As taxas de rede são pagas por você.',
          'A loja nunca pede suas chaves privadas nem uma autorização ilimitada. Seu dinheiro só se move com a sua própria assinatura.',
        ],
      },
      {
        heading: 'Pedidos e entrega',
        paragraphs: [
          'O pedido é pago com o seu saldo e entregue na hora: na página e por e-mail. Uma conta vendida nunca é vendida de novo.',
          'Os dados das contas são apagados de vez alguns dias após a venda; o histórico de compras mostra quando. Salve antes o que precisar.',
        ],
      },
      {
        heading: 'Garantia e reembolsos',
        paragraphs: [
          'Contas que não funcionam na entrega são trocadas, ou o preço volta ao seu saldo, se você avisar dentro da garantia do produto.',
        ],
      },
    ],
  },
  privacy: {
    title: 'Política de privacidade',
    lede: 'Guardamos pouco, e por pouco tempo.',
    sections: [
      {
        heading: 'O que é guardado',
        paragraphs: [
          'Seu nome de usuário, e-mail, um hash irreversível da sua senha, seus pedidos, suas recargas com os endereços de carteira que são públicos na rede e o que você escreve ao suporte.',
          'Registros de entradas e de mudanças na sua conta são mantidos para que abusos sejam percebidos.',
        ],
      },
      {
        heading: 'Para que serve',
        paragraphs: [
          'Para entregar pedidos, creditar recargas, responder a você e cumprir deveres legais. Não é vendido nem usado em publicidade. Não há scripts de terceiros nestas páginas.',
        ],
      },
      {
        heading: 'No seu navegador',
        paragraphs: [
          'Sua sessão, idioma, cores e o código de um agente ficam no armazenamento local. Um número aleatório conta seu navegador uma vez entre os visitantes online; ele não identifica ninguém. Sair apaga tudo.',
        ],
      },
      {
        heading: 'Por quanto tempo',
        paragraphs: [
          'Os dados de contas que você comprou são guardados com criptografia e apagados de vez alguns dias após a venda. Pedidos e lançamentos ficam pelo tempo que a lei exige para os livros.',
        ],
      },
      {
        heading: 'Seus direitos',
        paragraphs: [
          'Peça ao suporte uma cópia dos seus dados, uma correção ou o encerramento da conta. Fica o que a lei manda guardar, e nada mais.',
        ],
      },
    ],
  },
};
