import { LIMITS } from '#shared/limits.ts'
import { Contact } from './contact.tsx'
import type { LegalSection } from './legal-page.tsx'

/** What is kept, why and how long. */
export const PRIVACY_DATA: LegalSection[] = [
  {
    id: 'quem',
    title: 'Quem cuida dos seus dados',
    body: (
      <>
        <p>
          O controlador, na linguagem da Lei Geral de Proteção de Dados (LGPD, Lei 13.709/2018), é quem opera
          esta instalação do Elenco, no endereço que aparece no seu navegador. Cada instalação tem o próprio
          banco de dados; nada é enviado a quem desenvolve o programa.
        </p>
        <p>
          <Contact />
        </p>
      </>
    ),
  },
  {
    id: 'o-que',
    title: 'O que guardamos, para quê e por quanto tempo',
    body: (
      <>
        <p>Tudo o que está aqui fica no banco de dados e na pasta de arquivos desta instalação.</p>
        <table>
          <thead>
            <tr>
              <th scope="col">Dado</th>
              <th scope="col">Para quê (e base legal)</th>
              <th scope="col">Até quando</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">
                Nome, e-mail, senha (só um código que não volta a ser a senha), telefone, bio e foto
              </th>
              <td>
                Ter a sua conta e falar com você (contrato, art. 7º, V). Telefone, bio e foto são opcionais.
              </td>
              <td>Até você mudar ou excluir a conta</td>
            </tr>
            <tr>
              <th scope="row">Conversas e mensagens</th>
              <td>Mostrar, procurar e continuar as suas conversas (contrato)</td>
              <td>
                Até você excluir a conversa, a mensagem ou a conta. O que você exclui fica{' '}
                {LIMITS.deletedChatDays} dias guardado, para dar tempo de desfazer a exclusão de uma conversa,
                e então é apagado de vez
              </td>
            </tr>
            <tr>
              <th scope="row">
                Anexos das mensagens (imagens sem os dados da câmera, arquivos e o texto deles)
              </th>
              <td>Mostrar a você e dar ao agente o que ler (contrato)</td>
              <td>Como a mensagem que os leva. O que não foi enviado com nenhuma, um dia</td>
            </tr>
            <tr>
              <th scope="row">
                O seu negócio: respostas do questionário inicial, produtos, marcas, ofertas e documentos, com
                as versões deles
              </th>
              <td>Dar aos agentes o que eles precisam saber para responder a você (contrato). É opcional</td>
              <td>
                Até você mudar, excluir ou encerrar a conta. O que você exclui fica {LIMITS.deletedAssetDays}{' '}
                dias guardado, para dar tempo de desfazer, e então é apagado de vez. O nome e o conteúdo do
                que baseou uma resposta ficam com ela, como eram naquele dia, até a conversa ser excluída
              </td>
            </tr>
            <tr>
              <th scope="row">
                Suas chaves de provedores de IA, se você cadastrar alguma: cifradas, com os quatro últimos
                caracteres à vista
              </th>
              <td>
                Gerar as suas respostas, e só as suas, com a sua conta no provedor (contrato). A chave inteira
                não volta à tela nem aparece na cópia dos seus dados
              </td>
              <td>Até você excluir a chave, que some de vez em até duas horas, ou a conta</td>
            </tr>
            <tr>
              <th scope="row">Suas avaliações das respostas, com o motivo que você escreve</th>
              <td>
                Melhorar os agentes (legítimo interesse). Quando você avalia mal uma resposta, a administração
                lê, com o seu nome e o motivo, essa resposta, a sua pergunta e até duas mensagens antes dela;
                o resto da conversa, não
              </td>
              <td>
                Até você retirar a avaliação, ou excluir a conversa ou a conta. Com isso, a administração
                deixa de ver esse trecho na mesma hora
              </td>
            </tr>
            <tr>
              <th scope="row">Até onde você assistiu a cada tutorial, e quando terminou</th>
              <td>
                Continuar de onde você parou e mostrar o que falta (contrato). A administração só vê quantas
                pessoas terminaram cada um
              </td>
              <td>Até você excluir a conta. A marca de assistido, até você desmarcar</td>
            </tr>
            <tr>
              <th scope="row">
                Plano; de cada resposta, o modelo que a escreveu, a quantidade de texto que usou, quanto
                demorou a começar e como terminou; quantas mensagens você escreveu em cada dia, e quantas usou
                do plano em cada mês
              </th>
              <td>
                Aplicar os limites do plano e conhecer o uso, as falhas e os custos (contrato). A
                administração vê isso ao lado do seu nome, sem o texto das conversas
              </td>
              <td>
                Até você excluir a conta. Ficam só os totais por dia de toda a instalação, que não dizem de
                quem são
              </td>
            </tr>
            <tr>
              <th scope="row">
                As suas compras de planos: o que foi comprado e de quem, o e-mail da compra, os códigos dela
                no Stripe ou na Hubla, datas e mudanças; e, se você comprou com outro e-mail, esse e-mail
              </th>
              <td>Abrir o que você pagou, na sua conta e só nela (contrato)</td>
              <td>
                Até você excluir a conta; a compra de quem ainda não tem conta espera por ela. Um e-mail que
                você não confirmou, um dia
              </td>
            </tr>
            <tr>
              <th scope="row">
                Os avisos do Stripe e da Hubla sobre cada compra, como vieram: podem trazer nome, e-mail,
                telefone, documento e endereço de quem comprou
              </th>
              <td>
                Provar a compra e corrigir o que falhar (contrato). A administração os lê com documento,
                telefone, cartão e endereço cobertos
              </td>
              <td>90 dias, também se você excluir a conta antes. Depois fica só que o aviso veio</td>
            </tr>
            <tr>
              <th scope="row">Sessões: navegador, endereço de rede, primeiro e último uso</th>
              <td>Manter você na conta e mostrar onde ela está aberta (contrato e segurança)</td>
              <td>Até sair, encerrar, ou 30 dias sem uso</td>
            </tr>
            <tr>
              <th scope="row">
                Aparelhos conhecidos e tentativas de acesso (em código, sem o seu e-mail legível)
              </th>
              <td>
                Avisar de acessos novos e barrar quem tenta adivinhar senhas (legítimo interesse, art. 7º, IX)
              </td>
              <td>Aparelhos: até excluir a conta. Tentativas: um dia</td>
            </tr>
            <tr>
              <th scope="row">Versão dos termos que você aceitou, e quando</th>
              <td>Provar o aceite (exercício de direitos, art. 7º, VI)</td>
              <td>Até você excluir a conta</td>
            </tr>
            <tr>
              <th scope="row">Registro do que a administração fez em contas, com os nomes</th>
              <td>Prestar contas desse poder (legítimo interesse)</td>
              <td>Fica como registro; na exclusão da conta, o seu nome sai dele</td>
            </tr>
            <tr>
              <th scope="row">Registros técnicos do servidor: horário, página pedida, resultado</th>
              <td>Achar e corrigir falhas (legítimo interesse)</td>
              <td>O prazo que quem opera a instalação definir</td>
            </tr>
          </tbody>
        </table>
        <p>
          Os registros técnicos não contêm o texto das mensagens, os dados do seu negócio, senhas, chaves nem
          cookies. Se quem opera esta instalação for uma empresa, o art. 15 do Marco Civil da Internet a
          obriga a guardar os registros de acesso por seis meses, em sigilo.
        </p>
        <p>Não pedimos dados sensíveis. Evite escrevê-los nas conversas, os seus e os de outras pessoas.</p>
      </>
    ),
  },
]
