import { linkOptions } from '@tanstack/react-router'
import { hasWords } from '#client/lib/text/normalize-text.ts'

const me = (hash?: string) => linkOptions({ to: '/app/me', ...(hash ? { hash } : {}) })

/** The settings by name, with the other words that people look for. */
const PLACES = [
  { label: 'Seu perfil', words: 'conta dados configurações ajustes preferências', link: me() },
  {
    label: 'Nome, foto e apresentação',
    words: 'editar perfil imagem avatar bio telefone celular whatsapp apelido mudar trocar',
    link: linkOptions({ to: '/app/me/edit' }),
  },
  {
    label: 'Plano e assinatura',
    words:
      'cancelar cancelamento pagamento cobrança cartão fatura reembolso upgrade trocar mudar assinar preço limite',
    link: me('plano'),
  },
  {
    label: 'Uso e espaço',
    words: 'mensagens armazenamento limite cota gasto quanto usei',
    link: me('plano'),
  },
  { label: 'E-mail e telefone', words: 'contato endereço confirmar celular', link: me('contato') },
  {
    label: 'Senha',
    words: 'trocar mudar alterar redefinir esqueci password acesso',
    link: me('senha'),
  },
  {
    label: 'Verificação em duas etapas',
    words: 'segurança autenticador código 2fa dois fatores totp recuperação',
    link: me('seguranca'),
  },
  {
    label: 'Chaves de acesso',
    words: 'segurança passkey digital biometria rosto sem senha',
    link: me('seguranca'),
  },
  {
    label: 'Aparelhos conectados',
    words: 'sessões dispositivos celular computador sair de todos encerrar',
    link: me('aparelhos'),
  },
  {
    label: 'Acessos da administração',
    words: 'quem entrou na minha conta motivo privacidade lgpd',
    link: me('acessos'),
  },
  {
    label: 'Baixar seus dados',
    words: 'exportar cópia backup lgpd privacidade',
    link: me('dados'),
  },
  {
    label: 'Excluir a conta',
    words: 'apagar deletar encerrar remover lgpd cancelar',
    link: me('dados'),
  },
  {
    label: 'Sobre o seu negócio',
    words: 'questionário onboarding objetivo estratégias nível respostas personalização',
    link: linkOptions({ to: '/app/personalizacao' }),
  },
  {
    label: 'Credenciais',
    words: 'chave própria api openai google gemini key token',
    link: linkOptions({ to: '/app/personalizacao/credenciais' }),
  },
  {
    label: 'Revisor',
    words: 'revisar texto promessa anúncio preço garantia lei conar procon',
    link: linkOptions({ to: '/app/revisor' }),
  },
  {
    label: 'Lixeira',
    words: 'excluídas excluídos apagadas deletadas restaurar recuperar desfazer',
    link: linkOptions({ to: '/app/lixeira' }),
  },
  {
    label: 'Conversas arquivadas',
    words: 'arquivo guardadas antigas',
    link: linkOptions({ to: '/app/arquivadas' }),
  },
]

/** The settings whose name or other words contain every word of `text`; none for an empty text. */
export const findPlaces = (text: string) =>
  text === '' ? [] : PLACES.filter(({ label, words }) => hasWords(`${label} ${words}`, text))
