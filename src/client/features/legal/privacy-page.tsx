import { LegalPage } from './legal-page.tsx'
import { PRIVACY_DATA } from './privacy-data.tsx'
import { PRIVACY_RIGHTS } from './privacy-rights.tsx'
import { PRIVACY_SHARING } from './privacy-sharing.tsx'

export function PrivacyPage() {
  return (
    <LegalPage
      title="Política de privacidade"
      summary={
        <p>
          Guardamos o que você escreve e o que conta do seu negócio, para que as conversas continuem, no banco
          de dados desta instalação. Quem gera as respostas recebe a conversa e o que ela usa, e mais ninguém.
          O que se paga é pago no Stripe ou na Hubla: o cartão não passa por aqui. Sem anúncios, sem
          rastreadores, sem venda de dados. Copiar e apagar tudo leva um clique.
        </p>
      }
      sections={[...PRIVACY_DATA, ...PRIVACY_SHARING, ...PRIVACY_RIGHTS]}
      other={{ to: '/terms', label: 'termos de uso' }}
    />
  )
}
