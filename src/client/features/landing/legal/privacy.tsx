import type { LegalText } from './legal-page.tsx'
import { PRIVACY_DATA } from './privacy-data.tsx'
import { PRIVACY_RIGHTS } from './privacy-rights.tsx'
import { PRIVACY_SHARING } from './privacy-sharing.tsx'

export const PRIVACY: LegalText = {
  title: 'Política de privacidade',
  description: 'O que o Elenco guarda, para quê, quem recebe o quê, e como você leva ou apaga tudo.',
  summary: (
    <p>
      Guardamos o que você escreve e o que conta do seu negócio, para que as conversas continuem, no banco de
      dados desta instalação. Quem gera as respostas recebe a conversa e o que ela usa, e mais ninguém. O que
      se paga é pago no Stripe ou na Hubla: o cartão não passa por aqui. Sem anúncios, sem rastreadores, sem
      venda de dados. Copiar e apagar tudo leva um clique.
    </p>
  ),
  sections: [...PRIVACY_DATA, ...PRIVACY_SHARING, ...PRIVACY_RIGHTS],
  other: { href: '/terms', label: 'termos de uso' },
}
