/** What is said of a file that was checked before its import. */
export const check = {
  questions: 'Questions',
  suggested: 'suggested',
  certain: 'Handled automatically',
  lines_one: '{{number}} line',
  lines_other: '{{number}} lines',
  refused: 'These lines will not be added.',
  unguarded: 'Their plain values are sold.',
  samples: 'First lines',
  leftOut: 'Not sold',
  whole: '{{whole}} of {{lines}} lines have all columns.',
  width: 'with {{width}} values: {{number}}',
  trait: {
    tight: 'a space beside the separator: {{number}}',
    address: 'no e-mail address as the login: {{number}}',
    noAddress: 'an e-mail address as the password: {{number}}',
    oneLogin: 'a space or a separator in the login: {{number}}',
    latinLogin: 'a word in other letters as the login: {{number}}',
    noLabel: 'a label rather than a login: {{number}}',
    onePassword: 'a space in the password: {{number}}',
    noNames: 'only words, like names of columns: {{number}}',
    addressColumn: 'no address where an e-mail address belongs: {{number}}',
    oneKind: 'another kind of value or length than the column’s others: {{number}}',
    filled: 'a column is empty: {{number}}',
    longValues: 'a very short login or password: {{number}}',
    oneShape: 'another length or other signs than the rest: {{number}}',
  },
  again: 'Checking again: {{share}}',
  line: 'Line',
  progress: 'Checking the file',
  reading: 'Checking the whole file: {{bytes}} of {{of}}. Nothing is on sale yet.',
  cancel: 'Cancel',
  summary: 'Lines: {{lines}}. Accounts to add: {{sellable}}. Lines not added: {{others}}.',
  later:
    'Accounts already in stock are recognized during the import. A line can have up to {{limit}} characters.',
  left_one: '{{number}} question left to answer',
  left_other: '{{number}} questions left to answer',
  unreadable: 'It was changed, moved or deleted. Choose it again. Nothing has been added.',
};

export const finding = {
  duplicate: { title: 'Repeated in this file', text: 'Each account is added once.' },
  tooLong: { title: 'Longer than {{limit}} characters', text: 'Nothing is cut off.' },
  control: { title: 'Control characters', text: 'They would break the files that buyers download.' },
  notUtf8: {
    title: 'Damaged characters',
    text: 'They were already lost in the file. Ask the supplier for these lines again.',
  },
  separator: {
    title: 'Separator inside a value',
    text: 'Buyers could not tell where the value ends.',
  },
  column: { title: 'Missing values', text: 'An account needs a value for each column of the product.' },
  quote: { title: 'Unclosed quote', text: 'The rows after it are read as usual.' },
  heading: {
    title: 'Headings between accounts',
    text: 'Files that were joined repeat their heading.',
  },
  sum: { title: 'Totals', text: 'They look like the sum of a list, not like accounts.' },
  ornament: { title: 'Rules, remarks or ads', text: 'They do not look like accounts.' },
  openValue: {
    title: 'Values that break off',
    text: 'A bracket is never closed, or the file ends within its last line: the rest is on other lines or was cut off.',
  },
  numbered: {
    title: 'Numbered lines',
    text: 'A number or a sign such as “1.” or “[+]” stands before these lines.',
  },
  damaged: {
    title: 'Values that a program has changed',
    text: 'Error codes such as #N/A, HTML or RTF code, garbled letters, numbers that end in .0, an ellipsis (…) for the rest, or nothing but “none” for cookies stand in them. Ask the supplier for these lines again.',
  },
  dead: {
    title: 'Marked as unusable',
    text: 'The file says “banned”, “sold” or “invalid” of these accounts.',
  },
  label: { title: 'Names before values', text: 'The value comes after its name, as in “login=ana”.' },
  otherSeparator: {
    title: 'Another separator inside values',
    text: 'Many values contain what usually separates two of them: they may be two values, such as a password and a 2FA code.',
  },
  mixedSeparators: {
    title: 'Two separators in one file',
    text: 'Lines that lack a column would be whole by another separator. Going on adds the other lines only.',
  },
  betweenAccounts: {
    title: 'Lines between accounts',
    text: 'They may be headings that say something about the accounts below, such as a country or “banned”, or the rest of a line that a mail program broke. If so, correct the file or import each part by itself.',
  },
  swapped: {
    title: 'Are login and password swapped?',
    text: 'The passwords are e-mail addresses, the logins are not.',
  },
  rounded: {
    title: 'Rounded numbers',
    text: 'A spreadsheet wrote long numbers like 7.9E+10: their last digits are lost. Ask the supplier for these lines again.',
  },
  guard: {
    title: 'Values guarded for spreadsheets',
    text: 'Spreadsheets write ="001" or \'+7 to keep zeros and signs. A password in this form does not work.',
  },
  surplus: {
    title: 'More values than columns',
    text: 'The product has fewer columns than these lines have values.',
  },
  rowWidth: {
    title: 'Rows with a different number of values',
    text: 'A value may contain the delimiter without quotes, or be missing.',
  },
  firstHeading: { title: 'Heading', text: 'The first line names the columns. It is not sold.' },
  headingOrAccount: {
    title: 'Is the first line a heading?',
    text: 'It is different from all other lines.',
  },
  sepLine: {
    title: 'Delimiter line',
    text: 'The first line says how columns are separated. It is followed and not sold.',
  },
  mark: {
    title: 'Byte order marks',
    text: 'Joined files leave them at the start of lines. They are removed.',
  },
  invisible: {
    title: 'Invisible characters',
    text: 'They often come with text copied from chats and websites. A password that contains one by mistake does not work.',
  },
  blanks: {
    title: 'Spaces around values',
    text: 'Spaces or tabs surround some values. The line itself is sold unchanged.',
  },
  noProduct: { title: 'No product', text: 'No value of these rows says which product they are for.' },
  lineBreak: {
    title: 'Line break inside a value',
    text: 'Have the list saved with each account on one line.',
  },
  joined: {
    title: 'JSON on several lines',
    text: 'These values were put on one line and are equal as JSON.',
  },
  mapping: {
    title: 'Columns in a different order',
    text: 'The heading names the columns in a different order, or does not name one that the product has. Check below which column goes where.',
  },
  leftOut: { title: 'Columns not sold', text: 'Buyers do not receive them.' },
  mostlyUnfit: {
    title: 'Most lines are not complete accounts',
    text: 'The format is probably wrong. Check it below before you go on.',
  },
  unlike: {
    title: 'Lines unlike all the others',
    text: 'They lack what nearly all lines of this file have in common. They may be remarks, or accounts written in another way.',
  },
  several: {
    title: 'Several accounts on one line',
    text: 'They would be sold as one. Have the list saved with each account on one line.',
  },
  besideJson: {
    title: 'Something behind JSON',
    text: 'JSON ends before the value does: a note, another value or the next account may follow it.',
  },
  otherOrder: {
    title: 'A heading with the columns in another order',
    text: 'Joined files can each have their own order. By the first heading, these lines would be sold with values mixed up.',
  },
  unclearDate: {
    title: 'Dates that can be read in two ways',
    text: 'Is 03/04/2025 in March or in April? The answer counts for the whole column.',
  },
  partDate: {
    title: 'A year or a month instead of a date',
    text: 'The day is not in the file.',
  },
  noDate: {
    title: 'No date in the chosen column',
    text: 'The value is empty or is no date.',
  },
  repeatedLogins: {
    title: 'Accounts on several lines?',
    text: 'Many lines begin with the same login, or lines recur in one order: they may be labels, or accounts spread over several lines.',
  },
  otherValues: {
    title: 'Values unlike the name of their column',
    text: 'These lines have something else there: the file may have other columns than the product, or a part of it has them in another order.',
  },
  lostFigures: {
    title: 'Are the last digits lost?',
    text: 'Nearly all long numbers of a column end in zeros from the 16th digit on. Spreadsheets do this to numbers that they cannot hold. Ask the supplier for the list as text.',
  },
  ownExport: {
    title: 'This file was exported from this shop',
    text: 'It is a list of lines that were not added here before. Their original text is taken from its last column.',
  },
};

export const answer = {
  refuse: 'Don’t add these lines',
  sell: 'They are accounts: sell them as they are',
  sellGuard: 'Sell the values as they are',
  mend: 'Remove the guards and sell the plain values',
  mendNumber: 'Remove the numbers and sell the rest',
  mendLabel: 'Remove the names and sell the values',
  mendOrder: 'Read each part by its own heading',
  sellOrder: 'Read all lines by the first heading',
  dayFirst: 'Day, month, year',
  monthFirst: 'Month, day, year',
  yearFirst: 'Year, month, day',
  sellPartDate: 'Count from the first day of the year or month',
  sellNoDate: 'Add them: they age from the day set for the import',
  last: 'They belong to the last column',
  further: 'They are additional values',
  drop: 'Leave them out',
  keep: 'Keep them',
  dropInvisible: 'Remove them',
  keepInvisible: 'Keep them: they are part of the accounts',
  dropBlanks: 'Not part of the values',
  keepBlanks: 'Part of the values',
  heading: 'A heading: don’t sell it',
  account: 'An account: sell it',
  goOn: 'The format is right: go on',
  goOnLeftOut: 'Don’t sell these columns',
  goOnMapping: 'The columns below are right',
  goOnBetween: 'Sell the accounts as they are',
  goOnFigures: 'The numbers are right: go on',
  lastLeftOut: 'They continue the last column: sell them as part of it',
};

/** What is said of a file in another encoding. */
export const encoding = {
  title: 'This file is not UTF-8',
  looksLike: 'It looks like {{encoding}}. Choose an encoding in which all words read right.',
  label: 'Encoding',
  unfit: 'Not every byte of this file is {{encoding}}. Choose another encoding.',
  preview: 'How the file reads',
  go: 'Continue with this encoding',
  noText: 'This is not a text file',
  noTextHint:
    'It is an archive, a document or an e-mail, such as ZIP, Excel, PDF, RTF, HTML or EML. Unpack it, or save it as CSV or plain text.',
};
