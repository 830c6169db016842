// Sounds of the game, made by the browser: no files. They are off until they are chosen.
import { find, findAs, findInput } from "./dom.js";
import { keepChoice, kept } from "./kept.js";

const SOUNDS = "quintet-sounds";

/** The number of moves of the first game during which sounds are offered. */
const OFFERED = 6;

/** @type {AudioContext | null} */
let audio = null;

/** Returns whether sounds are on. */
export const sounding = () => findInput('[name="sounds"]').checked;

/** Whether there was an answer: without storage it is asked once per visit. */
let isAnswered = false;

/** Prepares the setting. */
export function prepareSounds() {
  keepChoice(findInput('[name="sounds"]'), SOUNDS, () => sound("stone"));
}

/** Offers sounds in the first game, until there is an answer. @param {import("./messages.js").GameView} state */
export function offerSounds(state) {
  const isFirst =
    !state.puzzle && !state.over && state.at < OFFERED && state.seats.some((seat) => seat.player === "person");
  find("#sound-offer").hidden = isAnswered || kept.get(SOUNDS) !== null || !isFirst;
}

/** Takes the answer. @param {boolean} on */
export function answerSounds(on) {
  isAnswered = true;
  const box = findInput('[name="sounds"]');
  box.checked = on;
  box.dispatchEvent(new Event("change"));
  find("#sound-offer").hidden = true;
  findAs(SVGElement, "#board [tabindex='0']").focus({ preventScroll: true });
}

/**
 * Plays a short click of filtered noise.
 * @param {number} at
 * @param {number} pitch
 * @param {number} volume
 * @param {number} length
 */
function knock(at, pitch, volume, length) {
  const context = /** @type {AudioContext} */ (audio);
  const noise = context.createBuffer(1, Math.ceil(context.sampleRate * length), context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = (2 * Math.random() - 1) * (1 - i / samples.length) ** 4;
  const source = new AudioBufferSourceNode(context, { buffer: noise });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: 2.2 });
  source.connect(filter).connect(new GainNode(context, { gain: volume })).connect(context.destination);
  source.start(at);
}

/** Plays a tone that fades. @param {number} at @param {number} pitch @param {number} length */
function tone(at, pitch, length) {
  const context = /** @type {AudioContext} */ (audio);
  const gain = new GainNode(context, { gain: 0.12 });
  gain.gain.setValueAtTime(0.12, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  const source = new OscillatorNode(context, { type: "sine", frequency: pitch });
  source.connect(gain).connect(context.destination);
  source.start(at);
  source.stop(at + length);
}

/**
 * Plays a sound.
 * @param {"stone" | "capture" | "fall" | "end" | "wrong" | "low"} kind
 * @param {number} [count] the number of stones
 */
export function sound(kind, count = 1) {
  if (!sounding()) return;
  if (kind === "end" || kind === "wrong") navigator.vibrate?.(10);
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
  const now = audio.currentTime + 0.01;
  if (kind === "stone") knock(now, 1900, 0.9, 0.07);
  else if (kind === "end") [392, 494, 587].forEach((pitch, index) => tone(now + 0.12 * index, pitch, 0.7));
  else if (kind === "wrong") tone(now, 196, 0.3);
  else if (kind === "low") [0, 0.2].forEach((after) => tone(now + after, 740, 0.12));
  else {
    const gap = kind === "fall" ? 0.11 : 0.05;
    for (let i = 0; i < Math.min(8, count); i++) knock(now + 0.08 + gap * i, kind === "fall" ? 1300 : 2600, 0.5, 0.05);
  }
}
