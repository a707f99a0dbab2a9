import { OPEN_PLACES } from '#shared/landing.ts'
import type { LegalSection } from './legal-page.tsx'

export const TERMS_RULES: LegalSection[] = [
  {
    id: 'planos',
    title: 'Planos, preços e arrependimento',
    body: (
      <>
        <p>
          O plano gratuito não pede cartão nem cobra nada. Ele abre parte dos agentes; os que fazem parte de
          planos pagos aparecem com um cadeado. Todo plano tem um número de mensagens por mês, e a contagem
          recomeça no dia 1º, no horário de São Paulo; as conversas com a sua própria chave não contam.
        </p>
        <p>
          Nenhuma cobrança acontece sem uma contratação sua, com preço total, prazo e forma de pagamento à
          vista antes de você confirmar. O pagamento é feito na página do Stripe ou da Hubla: o cartão não
          passa por aqui. Se uma renovação não for paga, o plano continua aberto por três dias, para dar tempo
          de resolver, e depois a conta volta ao gratuito. Nada do que você escreveu se perde.
        </p>
        <p>
          Contratou um plano pago pela internet? Você tem <strong>sete dias</strong>, contados da contratação,
          para desistir sem dizer por quê e receber de volta tudo o que pagou, como garante o art. 49 do
          Código de Defesa do Consumidor. Peça na página em que pagou ou pelo contato da seção 11. Com a
          devolução, a conta volta ao plano gratuito. Depois disso, você pode cancelar a renovação a qualquer
          momento, como diz <strong>Seu perfil</strong>, e usar o plano até o fim do período pago.
        </p>
        <p>
          Mudanças de preço valem só para o período seguinte e são avisadas com pelo menos 30 dias de
          antecedência.
        </p>
      </>
    ),
  },
  {
    id: 'disponibilidade',
    title: 'Funcionamento e responsabilidade',
    body: (
      <>
        <p>
          Cuidamos para que nada do que você escreve se perca, inclusive quando a conexão cai no meio de uma
          resposta. Ainda assim, o serviço pode parar para manutenção, por falha nossa ou de um provedor de
          IA.
        </p>
        <p>
          Respondemos pelos danos que causarmos, como prevê a lei, e nada nestes termos diminui os direitos
          que o Código de Defesa do Consumidor lhe dá. Não respondemos pelo uso que você faz das respostas sem
          conferi-las, nem pelo que está fora do nosso alcance, como a sua conexão.
        </p>
      </>
    ),
  },
  {
    id: 'suspensao',
    title: 'Suspensão',
    body: (
      <>
        <p>
          Se uma conta descumprir estes termos, a administração pode suspendê-la. Quem é suspenso lê o motivo
          e até quando ao tentar entrar. Salvo urgência (crime em curso, risco à segurança de outros),
          avisamos antes.
        </p>
        <p>
          A suspensão não apaga nada nem tira os seus direitos sobre os seus dados: peça a cópia ou a exclusão
          pelo contato da seção 11 e atenderemos. Você também pode pedir que a decisão seja revista por uma
          pessoa.
        </p>
      </>
    ),
  },
  {
    id: 'sair',
    title: 'Como sair',
    body: (
      <p>
        Em <strong>Seu perfil</strong>, “Excluir minha conta” apaga na hora o perfil, a foto, as conversas e
        os dados do seu negócio. Antes, “Baixar meus dados” entrega tudo em um arquivo ZIP. Não há multa nem
        prazo. Uma assinatura pelo Stripe é cancelada junto, na hora, e o que resta do período pago se perde;
        a da Hubla continua sendo cobrada até você cancelar lá. O pouco que a lei manda guardar está na{' '}
        <a href="/privacy">política de privacidade</a>.
      </p>
    ),
  },
  {
    id: 'mudancas',
    title: 'Mudanças nestes termos',
    body: (
      <p>
        A data no alto é a versão. Quando o texto muda, o aplicativo mostra a nova versão na sua próxima
        visita e pede o seu aceite de novo; sem ele, você não segue usando, mas pode levar e apagar os seus
        dados pelo contato abaixo. Guardamos que versão você aceitou e em que dia.
      </p>
    ),
  },
  {
    id: 'contato',
    title: 'Contato, lei e foro',
    body: (
      <>
        <p>{OPEN_PLACES.contactSentence}</p>
        <p>
          Vale a lei brasileira: o Código de Defesa do Consumidor (Lei 8.078/1990), o Marco Civil da Internet
          (Lei 12.965/2014) e a Lei Geral de Proteção de Dados (Lei 13.709/2018). Como consumidor, você pode
          acionar a Justiça na sua própria cidade, o Procon ou o consumidor.gov.br.
        </p>
      </>
    ),
  },
]
