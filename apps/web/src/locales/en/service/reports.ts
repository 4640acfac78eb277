export const reports = {
  title: 'Is it your account that is sold here?',
  lede: 'Tell us, without signing in. Once it is clear that it is yours, it goes off sale at once.',
  email: 'Your e-mail address',
  emailHint: 'The answer goes there, and nobody else sees it.',
  subject: 'Which account',
  subjectHint: 'The service and the name of the account, such as its e-mail address or login',
  explanation: 'What happened, and how we can tell that it is yours',
  explanationHint: 'For example: since when you have it, and when you lost access.',
  noSecrets: 'Please send no passwords and no identity documents. If we need more, we ask.',
  send: 'Send report',
  rule: {
    email: 'Please enter a valid e-mail address',
    subject: 'Say which account it is about',
    explanation: 'Explain it in a sentence or two',
  },
  sent: {
    title: 'Thank you, we look into it',
    text: 'A person reads every report. Whatever comes of it, you get an answer by e-mail.',
  },
};
