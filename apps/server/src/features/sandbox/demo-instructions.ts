import type { DemoTexts } from './demo-texts.ts';

/* What buyers of some demo products read after payment. Words of the accounts' columns are as the columns have them. */

export const BUSINESS_MAILBOX: DemoTexts = {
  en: '<p>Sign in at <strong>mail.brindlepost.example</strong>:</p><ol><li>Enter account and password.</li><li>When asked for a code, use the one-time code shown beside the account.</li><li>Change the password, then set up your own second factor.</li></ol><p>The recovery code restores access if you lose the second factor. Keep it.</p>',
  'zh-cn':
    '<p>请在 <strong>mail.brindlepost.example</strong> 登录：</p><ol><li>输入账号和密码。</li><li>提示输入验证码时，填写账号旁显示的动态验证码。</li><li>先修改密码，再绑定您自己的两步验证。</li></ol><p>丢失两步验证时，可用恢复码找回，请妥善保存。</p>',
  pt: '<p>Entre em <strong>mail.brindlepost.example</strong>:</p><ol><li>Informe a conta e a senha.</li><li>Quando um código for pedido, use o código de uso único exibido ao lado da conta.</li><li>Troque a senha e depois configure a sua própria verificação em duas etapas.</li></ol><p>O código de recuperação devolve o acesso se você perder a segunda etapa. Guarde-o.</p>',
  ru: '<p>Войдите на <strong>mail.brindlepost.example</strong>:</p><ol><li>Введите логин и пароль.</li><li>Когда попросят код, введите одноразовый код, показанный рядом с аккаунтом.</li><li>Смените пароль и настройте свою двухфакторную защиту.</li></ol><p>Код восстановления вернёт доступ, если вы потеряете второй фактор. Сохраните его.</p>',
};

export const GAME_VETERAN: DemoTexts = {
  en: '<p>Wait <strong>15 minutes</strong> after the purchase, then sign in with the launcher:</p><ol><li>Use the one-time code shown beside the account. It changes every 30 seconds.</li><li>Set your own e-mail address under <em>Profile, Security</em> within the warranty.</li></ol><p>Do not change region on the first day: the game locks accounts that do.</p>',
  'zh-cn':
    '<p>购买后请等待 <strong>15 分钟</strong>，再用启动器登录：</p><ol><li>填写账号旁显示的动态验证码，每 30 秒更新一次。</li><li>在质保期内，到“个人资料 → 安全”改绑您自己的邮箱。</li></ol><p>第一天请勿更换大区，否则游戏会锁定账号。</p>',
  pt: '<p>Espere <strong>15 minutos</strong> após a compra e entre pelo launcher:</p><ol><li>Use o código de uso único exibido ao lado da conta. Ele muda a cada 30 segundos.</li><li>Cadastre o seu e-mail em <em>Perfil, Segurança</em> dentro da garantia.</li></ol><p>Não troque de região no primeiro dia: o jogo bloqueia as contas que fazem isso.</p>',
  ru: '<p>Подождите <strong>15 минут</strong> после покупки и войдите через лаунчер:</p><ol><li>Введите одноразовый код, показанный рядом с аккаунтом. Он меняется каждые 30 секунд.</li><li>До конца гарантии укажите свою почту в разделе <em>Профиль → Безопасность</em>.</li></ol><p>В первый день не меняйте регион: игра блокирует такие аккаунты.</p>',
};

export const CLOUD_LARGE: DemoTexts = {
  en: '<ol><li>Sign in at <strong>cirravault.example</strong> and change the password.</li><li>Add up to six devices under <em>Devices</em>.</li></ol><p>The plan is paid for a year and does not renew by itself.</p>',
  'zh-cn':
    '<ol><li>在 <strong>cirravault.example</strong> 登录并修改密码。</li><li>在“设备”中最多添加 6 台设备。</li></ol><p>套餐已预付一年，到期不会自动续费。</p>',
  pt: '<ol><li>Entre em <strong>cirravault.example</strong> e troque a senha.</li><li>Adicione até seis dispositivos em <em>Dispositivos</em>.</li></ol><p>O plano está pago por um ano e não é renovado automaticamente.</p>',
  ru: '<ol><li>Войдите на <strong>cirravault.example</strong> и смените пароль.</li><li>Добавьте до 6 устройств в разделе <em>Устройства</em>.</li></ol><p>Тариф оплачен на год и сам не продлевается.</p>',
};
