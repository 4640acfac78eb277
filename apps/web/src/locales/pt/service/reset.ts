/** The form for a new password. */
export const reset = {
  code: 'Código de verificação',
  sendCode: 'Enviar código',
  sendAgain: 'Reenviar em {{seconds}} s',
  emailFirst: 'Digite seu e-mail primeiro',
  lede: 'Enviaremos um código de seis dígitos por e-mail. Ele vale por 10 minutos.',
  submit: 'Definir nova senha',
  back: 'Voltar ao login',
  codeSent: 'Se este e-mail estiver cadastrado, você receberá um código em instantes.',
  done: 'Senha alterada. Entre com a nova senha.',
};
