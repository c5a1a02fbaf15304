//! Models in the language of `DiVinE`: what they mean, what is told of wrong ones, and the models of BEEM.

mod beem;
mod broken;
mod families;
mod features;
mod mutations;
