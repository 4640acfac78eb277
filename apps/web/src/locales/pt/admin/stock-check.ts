/** What is said of a file that was checked before its import. */
export const check = {
  questions: 'Perguntas',
  suggested: 'sugerido',
  certain: 'Resolvido automaticamente',
  lines_one: '{{number}} linha',
  lines_many: '{{number}} de linhas',
  lines_other: '{{number}} linhas',
  refused: 'Estas linhas não serão adicionadas.',
  unguarded: 'Os valores sem a proteção são vendidos.',
  samples: 'Primeiras linhas',
  leftOut: 'Não vendidas',
  whole: '{{whole}} de {{lines}} linhas têm todas as colunas.',
  width: 'com {{width}} valores: {{number}}',
  trait: {
    tight: 'um espaço ao lado do separador: {{number}}',
    address: 'o login não é um endereço de e-mail: {{number}}',
    noAddress: 'um e-mail como senha: {{number}}',
    oneLogin: 'um espaço ou separador no login: {{number}}',
    latinLogin: 'uma palavra em outro alfabeto como login: {{number}}',
    noLabel: 'um rótulo em vez de um login: {{number}}',
    onePassword: 'um espaço na senha: {{number}}',
    noNames: 'só palavras, como nomes de colunas: {{number}}',
    addressColumn: 'sem endereço na coluna de e-mail: {{number}}',
    oneKind: 'outro tipo ou tamanho de valor que o resto da coluna: {{number}}',
    filled: 'uma coluna vazia: {{number}}',
    longValues: 'login ou senha muito curtos: {{number}}',
    oneShape: 'outro tamanho ou outros sinais que o resto: {{number}}',
  },
  again: 'Verificando de novo: {{share}}',
  line: 'Linha',
  progress: 'Verificação do arquivo',
  reading: 'Verificando o arquivo inteiro: {{bytes}} de {{of}}. Nada está à venda ainda.',
  cancel: 'Cancelar',
  summary: 'Linhas: {{lines}}. Contas a adicionar: {{sellable}}. Linhas não adicionadas: {{others}}.',
  later:
    'As contas que já estão no estoque são reconhecidas durante a importação. Uma linha pode ter até {{limit}} caracteres.',
  left_one: 'Falta responder {{number}} pergunta',
  left_many: 'Falta responder {{number}} de perguntas',
  left_other: 'Falta responder {{number}} perguntas',
  unreadable: 'Ele foi alterado, movido ou excluído. Escolha-o de novo. Nada foi adicionado.',
};

export const finding = {
  duplicate: { title: 'Repetidas neste arquivo', text: 'Cada conta é adicionada uma vez.' },
  tooLong: { title: 'Mais de {{limit}} caracteres', text: 'Nada é cortado.' },
  control: {
    title: 'Caracteres de controle',
    text: 'Eles danificariam os arquivos que os compradores baixam.',
  },
  notUtf8: {
    title: 'Caracteres danificados',
    text: 'Eles já se perderam no arquivo. Peça estas linhas de novo ao fornecedor.',
  },
  separator: {
    title: 'Separador dentro de um valor',
    text: 'Os compradores não saberiam onde o valor termina.',
  },
  column: { title: 'Valores faltando', text: 'Uma conta precisa de um valor para cada coluna do produto.' },
  quote: { title: 'Aspas não fechadas', text: 'As linhas seguintes são lidas normalmente.' },
  heading: {
    title: 'Cabeçalhos entre as contas',
    text: 'Arquivos que foram juntados repetem o cabeçalho.',
  },
  sum: { title: 'Totais', text: 'Parecem a soma de uma lista, não contas.' },
  ornament: { title: 'Linhas divisórias, observações ou anúncios', text: 'Não parecem contas.' },
  openValue: {
    title: 'Valores interrompidos',
    text: 'Um colchete ou chave não fecha, ou o arquivo termina no meio da última linha: o resto está em outras linhas ou foi cortado.',
  },
  numbered: {
    title: 'Linhas numeradas',
    text: 'Há um número ou sinal como “1.” ou “[+]” antes destas linhas.',
  },
  damaged: {
    title: 'Valores alterados por um programa',
    text: 'Contêm códigos de erro como #N/A, código HTML ou RTF, letras trocadas, números que terminam em .0, reticências (…) no lugar do resto ou “none” no lugar dos cookies. Peça estas linhas de novo ao fornecedor.',
  },
  dead: {
    title: 'Marcadas como inutilizáveis',
    text: 'O arquivo marca estas contas como “banida”, “vendida” ou “inválida”.',
  },
  label: { title: 'Nomes antes dos valores', text: 'O valor vem depois do nome, como em “login=ana”.' },
  otherSeparator: {
    title: 'Outro separador dentro dos valores',
    text: 'Muitos valores contêm o que costuma separar dois deles: podem ser dois valores, como uma senha e um código 2FA.',
  },
  mixedSeparators: {
    title: 'Dois separadores no mesmo arquivo',
    text: 'As linhas sem uma coluna estariam completas com outro separador. Ao continuar, só as outras são adicionadas.',
  },
  betweenAccounts: {
    title: 'Linhas entre contas',
    text: 'Podem ser títulos que dizem algo sobre as contas abaixo, como um país ou “banidas”, ou o resto de uma linha que um programa de e-mail quebrou. Nesse caso, corrija o arquivo ou importe cada parte separadamente.',
  },
  swapped: {
    title: 'Login e senha estão trocados?',
    text: 'As senhas são endereços de e-mail, e os logins não.',
  },
  rounded: {
    title: 'Números arredondados',
    text: 'Uma planilha escreveu números longos como 7,9E+10: os últimos dígitos se perderam. Peça estas linhas de novo ao fornecedor.',
  },
  guard: {
    title: 'Valores protegidos para planilhas',
    text: 'Planilhas escrevem ="001" ou \'+7 para manter zeros e sinais. Uma senha nesse formato não funciona.',
  },
  surplus: {
    title: 'Mais valores que colunas',
    text: 'O produto tem menos colunas que os valores destas linhas.',
  },
  rowWidth: {
    title: 'Linhas com outra quantidade de valores',
    text: 'Um valor pode conter o separador sem aspas, ou estar faltando.',
  },
  firstHeading: { title: 'Cabeçalho', text: 'A primeira linha traz os nomes das colunas e não é vendida.' },
  headingOrAccount: {
    title: 'A primeira linha é um cabeçalho?',
    text: 'Ela é diferente de todas as outras.',
  },
  sepLine: {
    title: 'Linha do separador',
    text: 'A primeira linha diz como as colunas são separadas. Ela é seguida e não é vendida.',
  },
  mark: {
    title: 'Marcas de ordem de bytes (BOM)',
    text: 'Arquivos juntados as deixam no início das linhas. Elas são removidas.',
  },
  invisible: {
    title: 'Caracteres invisíveis',
    text: 'Costumam vir com textos copiados de conversas e sites. Uma senha que contém um deles por engano não funciona.',
  },
  blanks: {
    title: 'Espaços ao redor dos valores',
    text: 'Há espaços ou tabulações antes ou depois de alguns valores. A linha em si é vendida sem alteração.',
  },
  noProduct: { title: 'Sem produto', text: 'Nenhum valor destas linhas diz de qual produto elas são.' },
  lineBreak: {
    title: 'Quebra de linha dentro de um valor',
    text: 'Salve a lista com cada conta em uma única linha.',
  },
  joined: {
    title: 'JSON em várias linhas',
    text: 'Estes valores foram postos em uma linha e são iguais como JSON.',
  },
  mapping: {
    title: 'Colunas em outra ordem',
    text: 'O cabeçalho traz as colunas em outra ordem ou não traz uma das colunas do produto. Confira abaixo a correspondência das colunas.',
  },
  leftOut: { title: 'Colunas não vendidas', text: 'Os compradores não as recebem.' },
  mostlyUnfit: {
    title: 'A maioria das linhas não é uma conta completa',
    text: 'O formato provavelmente está errado. Confira-o abaixo antes de continuar.',
  },
  unlike: {
    title: 'Linhas diferentes de todas as outras',
    text: 'Falta nelas o que quase todas as linhas deste arquivo têm em comum. Podem ser observações ou contas escritas de outro modo.',
  },
  several: {
    title: 'Várias contas em uma linha',
    text: 'Elas seriam vendidas como uma só. Salve a lista com cada conta em uma única linha.',
  },
  besideJson: {
    title: 'Algo depois do JSON',
    text: 'O JSON termina antes do valor: depois dele pode vir uma observação, outro valor ou a próxima conta.',
  },
  otherOrder: {
    title: 'Um cabeçalho com as colunas em outra ordem',
    text: 'Arquivos juntados podem ter cada um a sua ordem. Pelo primeiro cabeçalho, os valores destas linhas seriam vendidos trocados.',
  },
  unclearDate: {
    title: 'Datas que se leem de duas formas',
    text: '03/04/2025 é em março ou em abril? A resposta vale para a coluna inteira.',
  },
  partDate: {
    title: 'Um ano ou um mês em vez de uma data',
    text: 'O dia não está no arquivo.',
  },
  noDate: {
    title: 'Sem data na coluna escolhida',
    text: 'O valor está vazio ou não é uma data.',
  },
  repeatedLogins: {
    title: 'Contas em várias linhas?',
    text: 'Muitas linhas começam com o mesmo login ou se repetem na mesma ordem: podem ser nomes de campos ou contas divididas em várias linhas.',
  },
  otherValues: {
    title: 'Valores que não combinam com o nome da coluna',
    text: 'Estas linhas têm outra coisa ali: o arquivo pode ter colunas diferentes das do produto, ou parte dele pode estar em outra ordem.',
  },
  lostFigures: {
    title: 'Os últimos dígitos se perderam?',
    text: 'Quase todos os números longos de uma coluna terminam em zeros a partir do 16º dígito. Planilhas fazem isso com números que não conseguem guardar. Peça ao fornecedor a lista como texto.',
  },
  ownExport: {
    title: 'Este arquivo foi exportado desta loja',
    text: 'É uma lista de linhas que antes não foram adicionadas aqui. O texto original é lido da última coluna.',
  },
};

export const answer = {
  refuse: 'Não adicionar estas linhas',
  sell: 'São contas: vender como estão',
  sellGuard: 'Vender os valores como estão',
  mend: 'Remover a proteção e vender os valores simples',
  mendNumber: 'Remover os números e vender o resto',
  mendLabel: 'Remover os nomes e vender os valores',
  mendOrder: 'Ler cada parte pelo próprio cabeçalho',
  sellOrder: 'Ler todas as linhas pelo primeiro cabeçalho',
  dayFirst: 'Dia, mês, ano',
  monthFirst: 'Mês, dia, ano',
  yearFirst: 'Ano, mês, dia',
  sellPartDate: 'Contar do primeiro dia do ano ou do mês',
  sellNoDate: 'Adicionar: contam do dia definido para a importação',
  last: 'Pertencem à última coluna',
  further: 'São valores adicionais',
  drop: 'Deixar de fora',
  keep: 'Manter',
  dropInvisible: 'Remover',
  keepInvisible: 'Manter: fazem parte das contas',
  dropBlanks: 'Não fazem parte dos valores',
  keepBlanks: 'Fazem parte dos valores',
  heading: 'É um cabeçalho: não vender',
  account: 'É uma conta: vender',
  goOn: 'O formato está certo: continuar',
  goOnLeftOut: 'Não vender estas colunas',
  goOnMapping: 'As colunas abaixo estão certas',
  goOnBetween: 'Vender as contas como estão',
  goOnFigures: 'Os números estão certos: continuar',
  lastLeftOut: 'Continuam a última coluna: vender como parte dela',
};

/** What is said of a file in another encoding. */
export const encoding = {
  title: 'Este arquivo não está em UTF-8',
  looksLike: 'Parece ser {{encoding}}. Escolha a codificação em que todas as palavras aparecem certas.',
  label: 'Codificação',
  unfit: 'Nem todo o arquivo está em {{encoding}}. Escolha outra codificação.',
  preview: 'Como o arquivo é lido',
  go: 'Continuar com esta codificação',
  noText: 'Este não é um arquivo de texto',
  noTextHint:
    'É um arquivo compactado, um documento ou um e-mail, como ZIP, Excel, PDF, RTF, HTML ou EML. Descompacte-o ou salve-o como CSV ou texto simples.',
};
