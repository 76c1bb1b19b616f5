import { render } from 'preact';
import { StartModel } from './model/start-model.ts';
import { App } from './view/app.tsx';

const place = document.getElementById('start');
if (!place) throw new Error('The start page has no #start.');
const model = new StartModel();
render(<App model={model} />, place);
void model.start();
