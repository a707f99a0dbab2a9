// Not in `main`, whose styles come last: component styles must follow these.
import './global.css'
import './print.css'
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Button.layer.css'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Loader.layer.css'
// Mantine's variables of `theme.ts`, written by `scripts/theme-styles.ts`.
import 'virtual:theme.css'
