import type { Refusal } from './business-fixtures.ts'

// Cases for both the form and the call.

/** Forms of the video `dQw4w9WgXcQ` that users paste. */
export const VIDEO_TEXTS = [
  'dQw4w9WgXcQ',
  '  dQw4w9WgXcQ\n',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'http://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'HTTPS://WWW.YOUTUBE.COM/watch?v=dQw4w9WgXcQ',
  'www.youtube.com/watch?v=dQw4w9WgXcQ',
  'youtube.com/watch?v=dQw4w9WgXcQ',
  '//www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com:443/watch?v=dQw4w9WgXcQ',
  'https://m.youtube.com/watch?v=dQw4w9WgXcQ&pp=ygUF',
  'https://music.youtube.com/watch?v=dQw4w9WgXcQ&list=RDAMVM',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1m30s',
  'https://www.youtube.com/watch?t=90&feature=share&v=dQw4w9WgXcQ',
  'https://www.youtube.com/watch?list=PL590L5WQmH8fJ54F369BLDSqIwcs-TCfs&v=dQw4w9WgXcQ&index=2',
  'https://www.youtube.com/watch?app=desktop&v=dQw4w9WgXcQ#t=90',
  'https://www.youtube.com/watch/dQw4w9WgXcQ',
  'https://www.youtube.com/?v=dQw4w9WgXcQ',
  'https://youtu.be/dQw4w9WgXcQ',
  'https://youtu.be/dQw4w9WgXcQ?t=90',
  'https://youtu.be/dQw4w9WgXcQ?si=9Zz-AbCdEfGhIjKl&t=90',
  'youtu.be/dQw4w9WgXcQ/',
  'https://www.youtube.com/shorts/dQw4w9WgXcQ',
  'https://youtube.com/shorts/dQw4w9WgXcQ?feature=share',
  'https://www.youtube.com/live/dQw4w9WgXcQ?si=abc&t=3600',
  'https://www.youtube.com/embed/dQw4w9WgXcQ?start=90&end=120',
  'https://www.youtube.com/v/dQw4w9WgXcQ?version=3',
  'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0',
  '<iframe width="560" height="315" src="https://www.youtube.com/embed/dQw4w9WgXcQ?si=abc" title="YouTube video player" frameborder="0" allowfullscreen></iframe>',
]

/** Similar texts without a video. */
export const NO_VIDEOS = [
  'aula',
  'dQw4w9WgXc',
  'dQw4w9WgXcQQ',
  'dQw4w9WgXc!',
  'dQw4w9W gXc',
  'çQw4w9WgXcQ',
  'dQw4w9WgXc\u0000',
  'videoseries',
  'live_stream',
  'https://www.youtube.com/',
  'https://www.youtube.com/watch',
  'https://www.youtube.com/watch?v=',
  'https://www.youtube.com/watch?v=dQw4w9WgXc',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ0',
  'https://www.youtube.com/watch?V=dQw4w9WgXcQ',
  'https://www.youtube.com/embed/videoseries?list=PL590L5WQmH8fJ54F369BLDSqIwcs-TCfs',
  'https://www.youtube.com/embed/live_stream?channel=UC4R8DWoMoI7CAwX8_LjQHig',
  'https://www.youtube.com/playlist?list=PL590L5WQmH8fJ54F369BLDSqIwcs-TCfs',
  'https://www.youtube.com/@canal',
  'https://www.youtube.com/channel/dQw4w9WgXcQ',
  'https://youtu.be/',
  'https://vimeo.com/76979871',
  'https://evil.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com.evil.com/watch?v=dQw4w9WgXcQ',
  'https://evilyoutube.com/watch?v=dQw4w9WgXcQ',
  'https://youtube.com@evil.com/watch?v=dQw4w9WgXcQ',
  'https://ana@www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com:8443/watch?v=dQw4w9WgXcQ',
  'https://evil.com/https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'javascript:alert("dQw4w9WgXcQ")',
  'data:text/html,dQw4w9WgXcQ',
  'ftp://www.youtube.com/watch?v=dQw4w9WgXcQ',
  '<iframe src="https://evil.com/embed/dQw4w9WgXcQ"></iframe>',
  '<iframe title="sem endereço"></iframe>',
  `https://www.youtube.com/watch?${'a=1&'.repeat(300)}v=dQw4w9WgXcQ`,
]

const REQUIRED = [undefined, '', ' \n ', null, 7]

const refused = (field: string, values: unknown[], text: string): Refusal[] =>
  values.map((value) => [
    `${field}: ${String(JSON.stringify(value)).slice(0, 80)}`,
    { [field]: value },
    { [field]: text },
  ])

/** Invalid tutorials, with the texts of the contract. */
export const REFUSED_TUTORIALS: Refusal[] = [
  ...refused('title', REQUIRED, 'Título é obrigatório'),
  ...refused('title', ['t'.repeat(121)], 'O título passa de 120 caracteres'),
  ...refused('description', REQUIRED, 'Descrição é obrigatória'),
  ...refused('description', ['d'.repeat(4_001)], 'O texto passa de 4.000 caracteres'),
  ...refused('youtubeVideoId', REQUIRED, 'ID do vídeo do YouTube é obrigatório'),
  ...refused('youtubeVideoId', NO_VIDEOS, 'Vídeo do YouTube inválido'),
  ...refused('order', [-1, 1.5, '1', null, Number.MAX_VALUE], 'Ordem deve ser no mínimo 0'),
  ...refused('order', [10_001], 'Ordem deve ser no máximo 10.000'),
]
