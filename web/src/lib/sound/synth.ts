// Wood, cards, water: short soft sounds, made here.
import type { Sound } from "./sound";

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;
let last = ""; // what sounded, and when

/** Play a sound. */
export function play(name: Sound): void {
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  const now = context.currentTime;
  if (last === (last = `${name} ${now}`)) return; // what is skipped is not louder than one of it
  switch (name) {
    case "wood":
      return knock(now, 340, 0.25);
    case "thud":
      return knock(now, 110, 0.4);
    case "dice":
      return [0, 0.07, 0.16].forEach((late, turn) => knock(now + late, 620 + 90 * turn, 0.16));
    case "card":
      return brush(now, 2600, 0.09, 0.16);
    case "water":
      return brush(now, 520, 0.38, 0.2);
    case "turn":
      tone(now, 523, 0.35, 0.08);
      tone(now + 0.12, 659, 0.5, 0.08);
  }
}

/** A piece set down on wood: a low tone that dies at once, with a click. */
function knock(at: number, pitch: number, loud: number): void {
  tone(at, pitch, 0.09, loud, "triangle");
  brush(at, pitch * 4, 0.03, loud * 0.5);
}

function tone(at: number, pitch: number, long: number, loud: number, shape: OscillatorType = "sine"): void {
  const source = new OscillatorNode(context!, { type: shape, frequency: pitch });
  source.frequency.exponentialRampToValueAtTime(pitch * 0.8, at + long);
  source.connect(fading(at, long, loud));
  source.start(at);
  source.stop(at + long);
}

/** Paper or water: noise through a narrow gap. */
function brush(at: number, pitch: number, long: number, loud: number): void {
  noise ??= whiteNoise(context!);
  const source = new AudioBufferSourceNode(context!, { buffer: noise, loop: true });
  const gap = new BiquadFilterNode(context!, { type: "bandpass", frequency: pitch, Q: 0.9 });
  gap.frequency.exponentialRampToValueAtTime(pitch * 0.5, at + long);
  source.connect(gap).connect(fading(at, long, loud));
  source.start(at, Math.random());
  source.stop(at + long);
}

function fading(at: number, long: number, loud: number): GainNode {
  const gain = new GainNode(context!, { gain: 0 });
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + Math.min(0.012, long / 4));
  gain.gain.exponentialRampToValueAtTime(0.0001, at + long);
  gain.connect(context!.destination);
  return gain;
}

function whiteNoise(of: AudioContext): AudioBuffer {
  const buffer = of.createBuffer(1, of.sampleRate, of.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let place = 0; place < samples.length; place++) samples[place] = Math.random() * 2 - 1;
  return buffer;
}
