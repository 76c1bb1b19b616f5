import { render } from 'preact';
import { PanelModel } from './model/panel-model.ts';
import { App } from './view/app.tsx';

const place = document.getElementById('panel');
if (!place) throw new Error('The panel has no #panel.');
const model = new PanelModel();
render(<App model={model} />, place);
void model.start();
